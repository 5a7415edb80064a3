"""Static files under names that change with their contents, the modules that a script imports among them.

So a browser may keep every file for ever, and never runs one half of the scripts of yesterday with the other of today.
"""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedModules(CompressedManifestStaticFilesStorage):
    """Also rewrites `import … from "./store.js";` in a script of ours to the hashed name of that script."""

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = (
        "js/*.js",  # those of libraries, elsewhere, name modules that are not there
        CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1],  # noqa: SLF001
    )
