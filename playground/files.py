"""Uploaded files, kept in memory, and the attachment objects that point to them."""

from __future__ import annotations

from dataclasses import dataclass
from playground.pictures import size_of
from urllib.parse import quote
import mimetypes
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playground.clock import Snowflakes
    from playground.model import JSON


MAX_BYTES = 10 * 1024 * 1024  # what Discord lets a bot attach without boosts
MAX_FILES = 10


@dataclass(frozen=True, slots=True)
class Upload:
    """One file as it came in."""

    name: str
    data: bytes
    content_type: str


class Files:
    """The playground's content store."""

    def __init__(self, ids: Snowflakes) -> None:
        self._ids = ids
        self._kept: dict[int, Upload] = {}

    def get(self, file_id: int) -> Upload | None:
        """Return a kept file."""
        return self._kept.get(file_id)

    def drop(self, file_id: int) -> None:
        """Forget a file."""
        self._kept.pop(file_id, None)

    def keep(self, upload: Upload, channel_id: int, address: str, **about: object) -> JSON:
        """Store a file and return its attachment object, with whatever `about` adds."""
        file_id = self._ids.next()
        self._kept[file_id] = upload
        url = f"{address}/cdn/attachments/{channel_id}/{file_id}/{quote(upload.name)}"
        attachment: JSON = {
            "id": str(file_id),
            "filename": upload.name,
            "size": len(upload.data),
            "url": url,
            "proxy_url": url,
            "content_type": upload.content_type,
        }
        picture = size_of(upload.data)
        if picture is not None:
            attachment["width"], attachment["height"] = picture
        attachment |= {key: value for key, value in about.items() if value is not None}
        return attachment


def named(name: str, data: bytes) -> Upload:
    """Return a file under the name Discord would give it, typed by that name."""
    safe = (
        re.sub(r"[^\w.\-]+", "_", name.replace("\\", "/").rpartition("/")[2]).strip("_") or "file"
    )
    kind, _ = mimetypes.guess_type(safe)
    if kind is None:
        kind = "application/octet-stream"
    elif kind.startswith("text/"):
        kind += "; charset=utf-8"
    return Upload(safe, data, kind)
