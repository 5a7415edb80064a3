"""Controls that Django has not. Each is drawn by a template of its own and works without a script."""

from typing import Any

from django.forms import RadioSelect


class EitherOr(RadioSelect):
    """Radio buttons of which the first two are nearly always the answer: those side by side, the rest behind words.

    `others` are the words. The rest stands open when the answer is in it.
    """

    template_name = "ui/_either_or.html"

    def __init__(self, *args: Any, others: str = "Something else happened", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.others = others

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        options = [option for _, group, _ in context["widget"]["optgroups"] for option in group]
        context["widget"] |= {
            "first_two": options[:2],
            "rest": options[2:],
            "others": self.others,
            "open": any(option["selected"] for option in options[2:]),
        }
        return context
