"""Uploaded files, kept in memory, and the attachment objects that point to them."""

from __future__ import annotations

import mimetypes
import re
import struct
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from playground.clock import Snowflakes
    from playground.model import JSON

MAX_BYTES = 10 * 1024 * 1024  # Discord's limit for a bot's attachments without boosts
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
        self._uses: Counter[int] = Counter()  # messages that show a file

    def get(self, file_id: int) -> Upload | None:
        """Return a kept file."""
        return self._kept.get(file_id)

    def drop(self, file_id: int) -> None:
        """Forget a file, unless another message shows it."""
        self._uses[file_id] -= 1
        if self._uses[file_id] <= 0:
            del self._uses[file_id]
            self._kept.pop(file_id, None)

    def share(self, file_id: int) -> None:
        """Note that one more message shows a file."""
        self._uses[file_id] += 1

    def keep(self, upload: Upload, channel_id: int, address: str, **about: object) -> JSON:
        """Store a file and return its attachment object, with the fields of `about` added."""
        file_id = self._ids.next()
        self._kept[file_id] = upload
        self.share(file_id)
        url = f"{address}/cdn/attachments/{channel_id}/{file_id}/{quote(upload.name)}"
        attachment: JSON = {
            "id": str(file_id),
            "filename": upload.name,
            "size": len(upload.data),
            "url": url,
            "proxy_url": url,
            "content_type": upload.content_type,
        }
        picture = picture_size(upload.data)
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


def picture_size(data: bytes) -> tuple[int, int] | None:
    """Return (width, height) of a PNG, GIF, JPEG or WebP file, None for anything else."""
    try:
        if data.startswith(b"\x89PNG\r\n\x1a\n"):
            width, height = struct.unpack_from(">II", data, 16)
        elif data[:6] in {b"GIF87a", b"GIF89a"}:
            width, height = struct.unpack_from("<HH", data, 6)
        elif data.startswith(b"\xff\xd8"):
            return _jpeg(data)
        elif data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return _webp(data)
        else:
            return None
    except (struct.error, IndexError):
        return None  # a truncated file
    return width, height


def _jpeg(data: bytes) -> tuple[int, int] | None:
    """Walk the segments to the frame header (SOF0-15 without the three that are not frames)."""
    at = 2
    while at + 9 < len(data):
        marker = data[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in {0xC4, 0xC8, 0xCC}:
            height, width = struct.unpack_from(">HH", data, at + 5)
            return width, height
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None


def _webp(data: bytes) -> tuple[int, int] | None:
    chunk = data[12:16]
    if chunk == b"VP8X":
        width = int.from_bytes(data[24:27], "little") + 1
        return width, int.from_bytes(data[27:30], "little") + 1
    if chunk == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return (bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1
    if chunk == b"VP8 ":
        width, height = struct.unpack_from("<HH", data, 26)
        return width & 0x3FFF, height & 0x3FFF
    return None
