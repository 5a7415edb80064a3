"""Static files under names that change with their contents, the modules that a script imports among them.

So a browser may keep every file for ever, and never runs half of yesterday's scripts with half of today's.
"""

from collections.abc import Callable
from re import Match
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage

OURS = "js/*.js"
COMMENT = r"(?m)^[ \t]*(?://[^\n]*|/\*\*(?s:.*?)\*/[ \t]*)\n"  # whole lines of it; what stands behind code stays
NOTHING = ""  # the template that takes what it matches away


class HashedModules(CompressedManifestStaticFilesStorage):
    """Also rewrites `import … from "./store.js";` to the hashed name of that script: in our scripts, not in others'.

    The lines of our scripts that are only comments stay at home: a third of what a phone would fetch.
    """

    patterns = (*CompressedManifestStaticFilesStorage.patterns, (OURS, ((COMMENT, NOTHING),)))
    max_post_process_passes = 20  # one for each step of the longest way from a script to what it imports
    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = (
        OURS,
        CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1],  # noqa: SLF001 - no other way
    )

    def url_converter(
        self, name: str, hashed_files: dict[str, str], template: str | None = None
    ) -> Callable[[Match[str]], str]:
        """What is put in place of each match of a pattern."""
        if template == NOTHING:
            return lambda _: ""
        converter: Any = super().url_converter(name, hashed_files, template)
        return converter
