"""How every form of the site is drawn: the site's own templates, one field after the other."""

from django.forms.renderers import TemplatesSetting


class Renderer(TemplatesSetting):
    """Forms and fields are drawn by templates/ui/."""

    form_template_name = "ui/_form.html"
    field_template_name = "ui/_field.html"
