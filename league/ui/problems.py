"""What is wrong with a field, in words that name it. Where a form gives its own words they stand as they are.

Django's own sentences ("This field is required.") do not say which field, and five of them in one summary say nothing.
"""

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, MaxValueValidator, MinLengthValidator, MinValueValidator
from django.forms import BooleanField, ChoiceField, DateField, Field, FileField, IntegerField, TimeField
from django.forms.boundfield import BoundField
from django.utils.functional import Promise

# Django's sentence -> ours; %(name)s is the field's label, the rest is what Django would have put in.
OURS: tuple[tuple[type[Field], str | Promise, str], ...] = (
    (BooleanField, Field.default_error_messages["required"], "Tick \u201c%(name)s\u201d."),
    (FileField, Field.default_error_messages["required"], "Choose a file for \u201c%(name)s\u201d."),
    (ChoiceField, Field.default_error_messages["required"], "Choose an answer for \u201c%(name)s\u201d."),
    (Field, Field.default_error_messages["required"], "Fill in \u201c%(name)s\u201d."),
    (
        ChoiceField,
        ChoiceField.default_error_messages["invalid_choice"],
        "Choose one of the answers for \u201c%(name)s\u201d.",
    ),
    (
        DateField,
        DateField.default_error_messages["invalid"],
        "\u201c%(name)s\u201d is not a date. Write it as 24/11/2026.",
    ),
    (TimeField, TimeField.default_error_messages["invalid"], "\u201c%(name)s\u201d is not a time. Write it as 20:00."),
    (IntegerField, IntegerField.default_error_messages["invalid"], "\u201c%(name)s\u201d is not a whole number."),
    (Field, MaxValueValidator.message, "\u201c%(name)s\u201d is at most %(limit_value)s."),
    (Field, MinValueValidator.message, "\u201c%(name)s\u201d is at least %(limit_value)s."),
    (
        Field,
        MaxLengthValidator.message,
        "\u201c%(name)s\u201d has at most %(limit_value)s letters. It has %(show_value)s.",
    ),
    (
        Field,
        MinLengthValidator.message,
        "\u201c%(name)s\u201d has at least %(limit_value)s letters. It has %(show_value)s.",
    ),
)


def texts(field: BoundField) -> list[str]:
    """Every fault of a bound field, the same words for the summary and for the place beside it."""
    return [_text(error, field) for error in field.errors.as_data()]


def _text(error: ValidationError, field: BoundField) -> str:
    name = str(field.label).rstrip(":")
    for kind, theirs, ours in OURS:
        if isinstance(field.field, kind) and error.message is theirs:
            return ours % {"name": name, **(error.params or {})}
    return str(error.messages[0])
