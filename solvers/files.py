"""Files that people name: read whole up to a limit; written whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from solvers.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

if sys.platform != "win32":
    import fcntl

MOST_BYTES = 250_000_000
"""Far more than any word list or certificate needs."""

AnyPath = str | bytes | os.PathLike[str] | os.PathLike[bytes]

_PACKED = {
    b"\x1f\x8b": ("gzip", "gzip -dc"),
    b"BZh": ("bzip2", "bzip2 -dc"),
    b"\xfd7zXZ\0": ("xz", "xz -dc"),
    b"\x28\xb5\x2f\xfd": ("zstd", "zstd -dc"),
    b"\x04\x22\x4d\x18": ("lz4", "lz4 -dc"),
    b"\x1f\x9d": ("compress", "uncompress -c"),
    b"PK\3\4": ("zip", "unzip -p"),
    b"7z\xbc\xaf\x27\x1c": ("7-Zip", "7z x -so"),
}
"""The first bytes of compressed files: the format, and the command that unpacks to standard
output."""


def path_of(name: AnyPath) -> Path:
    """Return any kind of file name as a path."""
    return Path(os.fsdecode(name))


def read_limited(file: BinaryIO, name: str) -> bytes:
    """Return a file's content.

    Raises BadInput if it is larger than MOST_BYTES, or compressed.
    """
    content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise BadInput(
            f"{name}: this has more than {MOST_BYTES // 1_000_000} MB; give a smaller file.",
            code="bad_file",
        )
    for begins, (kind, unpack) in _PACKED.items():
        if content.startswith(begins):
            raise BadInput(
                f"{name}: this is compressed ({kind}); give the file that “{unpack}” makes of it.",
                code="compressed_file",
            )
    return content


def write(path: str | os.PathLike[str], content: bytes) -> None:
    """Write a whole file; the old one stays until then, and its permissions remain.

    A link still points to the same place. Something that is no regular file, such as a pipe or a
    device, is written directly, and so is an old file in a folder that takes no new files. Raises
    OSError.
    """
    target, found = _target(path)
    if found is None or stat.S_ISREG(found.st_mode):
        mode = None if found is None else stat.S_IMODE(found.st_mode)
        try:
            with replacing(target, mode) as file:
                file.write(content)
        except PermissionError:
            if found is None:
                raise
        else:
            return
    with target.open("wb") as file:
        file.write(content)


@contextlib.contextmanager
def replacing(path: Path, mode: int | None = None) -> Iterator[BinaryIO]:
    """Write a file that is moved into place only once it is whole, with these permissions.

    Two processes may do this at the same time; both files are good and the last one stays. A link
    is itself replaced. Raises OSError.
    """
    part = path.with_name(f".{secrets.token_hex(8)}.part")
    _parts.add(part)
    try:
        with contextlib.ExitStack() as held:
            handle = _begin(part)
            if sys.platform != "win32":  # Windows cannot move an open file
                held.callback(os.close, os.dup(handle))  # so it stays locked until it is moved
            with os.fdopen(handle, "wb") as file:
                yield file
                file.flush()
                os.fsync(handle)
            if mode is not None:
                part.chmod(mode)
            part.replace(path)
    except BaseException as error:
        with contextlib.suppress(OSError):
            part.unlink()
        if isinstance(error, OSError):
            error.filename = str(path)  # not the temporary name
        raise
    finally:
        _parts.discard(part)


_parts: set[Path] = set()
"""The files that this process is writing and has not yet moved into place."""


def _begin(part: Path) -> int:
    """Create a file, locked while it is open; `forget_parts` may remove it before the lock."""
    while True:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        handle = os.open(part, flags, 0o666)
        if sys.platform == "win32":
            return handle
        with contextlib.suppress(OSError):  # not all file systems have locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        if os.fstat(handle).st_nlink:
            return handle
        os.close(handle)


def drop_parts() -> None:
    """Remove this process's unfinished files, because it is about to end at once."""
    for part in [*_parts]:
        with contextlib.suppress(OSError):
            part.unlink()


def forget_parts(folder: Path) -> None:
    """Remove unfinished files in a folder that no process is writing any more."""
    for part in folder.glob(".*.part"):
        with contextlib.suppress(OSError):
            if sys.platform == "win32":  # Windows cannot remove an open file
                part.unlink()
            else:
                with part.open("r+b") as file:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    part.unlink()


def check_writable(path: str | os.PathLike[str]) -> None:
    """Raise the OSError that `write` would raise, as far as it can be foreseen."""
    target, found = _target(path)
    if found is None:
        part = target.with_name(f".{secrets.token_hex(8)}.part")
        os.close(_begin(part))
        part.unlink()


def _target(path: str | os.PathLike[str]) -> tuple[Path, os.stat_result | None]:
    """Return a path's target and its status, if it exists. Raises OSError if it is not writable."""
    name = os.fspath(path)
    if not name:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), name)
    target = Path(os.path.realpath(name))
    try:
        found = os.stat(name)  # noqa: PTH116 - the real path of /dev/stdin, for one, does not exist
    except FileNotFoundError:
        if name.endswith(os.sep):
            raise
        return target, None
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), name)
    if not os.access(name, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), name)
    return (target if stat.S_ISREG(found.st_mode) else Path(name)), found


def require_own(path: Path, is_kind: Callable[[int], bool]) -> None:
    """Raise PermissionError for a link, or anything that another user could have written.

    Cached files are read without further checks, so anyone who could write them would control us.
    """
    if sys.platform == "win32":  # there these folders already belong to the user
        return
    found = path.lstat()
    for reason, wrong in (
        ("something else is there, or a link", not is_kind(found.st_mode)),
        ("it belongs to another user", found.st_uid not in {0, os.getuid()}),
        (
            "others may write to it, which chmod go-w mends",
            found.st_mode & (stat.S_IWGRP | stat.S_IWOTH),
        ),
    ):
        if wrong:
            raise PermissionError(errno.EPERM, reason, str(path))
