"""Static files under names that change with their contents, the modules that a script imports among them.

So a browser may keep every file for ever, and never runs half of yesterday's scripts with half of today's.
"""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedModules(CompressedManifestStaticFilesStorage):
    """Also rewrites `import … from "./store.js";` to the hashed name of that script: in our scripts, not in others'."""

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = (
        "js/*.js",
        CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1],  # noqa: SLF001 - no other way
    )
