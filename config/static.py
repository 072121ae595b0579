"""Static files in production: hashed, compressed, and style sheets that are one file each.

In the source `css/public.css` imports its components, so that each stays a file of its own. A
phone should not ask ten times: when static files are collected the imports are put in place.
"""

import re
from collections.abc import Iterator
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

_IMPORT = re.compile(r'@import url\("([\w./-]+)"\);\n?')
BUNDLES = ("css/public.css",)


class StaticFiles(CompressedManifestStaticFilesStorage):
    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str, bool]]:
        for name in BUNDLES:
            if name in paths and not dry_run:
                source, path = paths[name]
                text = source.open(path).read().decode()
                folder = name.rpartition("/")[0]

                def content(found: re.Match[str], folder: str = folder) -> str:
                    storage, inner = paths[f"{folder}/{found[1]}"]
                    return str(storage.open(inner).read().decode())

                self.delete(name)
                self._save(name, ContentFile(_IMPORT.sub(content, text).encode()))
                paths[name] = (self, name)
        yield from super().post_process(paths, dry_run, **options)
