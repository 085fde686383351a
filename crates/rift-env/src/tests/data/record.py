#!/usr/bin/env python3
"""Records what Linux answers to random system calls on a small tree: system_calls.txt, which the test replays.

Run as root (it becomes an unprivileged user) or as any other user: python3 record.py > system_calls.txt
"""
import ctypes
import os
import random
import stat
import tempfile

libc = ctypes.CDLL(None, use_errno=True)
NUMBERS = dict(read=0, write=1, open=2, close=3, stat=4, fstat=5, lstat=6, lseek=8, pread64=17, pwrite64=18, access=21,
               dup=32, dup2=33, ftruncate=77, truncate=76, rename=82, mkdir=83, rmdir=84, link=86, unlink=87,
               symlink=88, readlink=89, chmod=90, chdir=80, fcntl=72)
PATHS = ["a", "b", "d", "d/x", "d/y", "d/e", "d/e/z", "s", "t", "./a", "d/../b", "a/", "d/", "a/x", "missing/x", "",
         ".", "d/.", "d/..", "s/x", "d/e/", "t/", "s/"]
FLAGS = [0, 1, 2, 0o100, 0o101, 0o102, 0o301, 0o1101, 0o1001, 0o2101, 0o200000, 0o400000, 0o1002, 0o300, 0o2002, 0o1000]
MODES = [0o644, 0o755, 0o700, 0o000, 0o400, 0o200, 0o100]
TEXTS = ["", "x", "hello", "some longer text", "a", "d", "b", "d/../a", "missing", "s"]


def call(name, args):
    converted, buffers = [], []
    for value in args:
        if isinstance(value, str):
            value = ctypes.create_string_buffer(value.encode())
            buffers.append(value)
            converted.append(value)
        else:
            converted.append(ctypes.c_long(value))
    ctypes.set_errno(0)
    result = libc.syscall(ctypes.c_long(NUMBERS[name]), *converted)
    return result if result >= 0 else -ctypes.get_errno()


def buffer_call(name, fd, size, *rest):
    buffer = ctypes.create_string_buffer(max(size, 1))
    ctypes.set_errno(0)
    result = libc.syscall(ctypes.c_long(NUMBERS[name]), *([fd] if isinstance(fd, bytes) else [ctypes.c_long(fd)]),
                          buffer, ctypes.c_long(size), *[ctypes.c_long(value) for value in rest])
    if result < 0:
        return str(-ctypes.get_errno())
    return f"{result} {buffer.raw[:result].hex()}"


def status_call(name, target):
    buffer = ctypes.create_string_buffer(144)
    first = ctypes.c_long(target) if isinstance(target, int) else target.encode()
    ctypes.set_errno(0)
    if libc.syscall(ctypes.c_long(NUMBERS[name]), first, buffer) < 0:
        return str(-ctypes.get_errno())
    word = lambda at, size: int.from_bytes(buffer.raw[at:at + size], "little")
    mode = word(24, 4)
    size = 0 if stat.S_ISDIR(mode) else word(48, 8)
    links = 0 if stat.S_ISDIR(mode) else word(16, 8)
    return f"0 {mode:o} {size} {links}"


def step(pick):
    path, fd = pick(PATHS), pick(range(3, 9))
    name = pick(["open"] * 6 + ["read", "write"] * 3 + list(NUMBERS))
    if name == "open":
        args = [path, pick(FLAGS), pick(MODES)]
    elif name in ("stat", "lstat"):
        return [name, path], status_call(name, path)
    elif name == "fstat":
        return [name, fd], status_call(name, fd)
    elif name == "readlink":
        return [name, path], buffer_call(name, path.encode(), 64)
    elif name == "read":
        size = pick([0, 1, 5, 100])
        return [name, fd, size], buffer_call(name, fd, size)
    elif name == "pread64":
        size, offset = pick([1, 5, 100]), pick([0, 2, 50, -1])
        return [name, fd, size, offset], buffer_call(name, fd, size, offset)
    elif name in ("write", "pwrite64"):
        text = pick(TEXTS)
        args = [fd, text, len(text)] + ([pick([0, 3, 20, -1])] if name == "pwrite64" else [])
    elif name == "lseek":
        args = [fd, pick([0, 1, 7, -1, -3, 40]), pick([0, 1, 2, 7])]
        # What a directory's offset means is up to the file system.
        if os.path.isdir(f"/proc/self/fd/{fd}"):
            return None
    elif name in ("access", "chmod", "mkdir"):
        if name == "chmod" and (path in (".", "d/..") or pick(range(3))):
            return None
        args = [path, pick([0, 1, 2, 4, 7, 8]) if name == "access" else pick(MODES[:3] if name == "mkdir" else MODES)]
    elif name == "dup2":
        args = [fd, pick(range(3, 9))]
    elif name == "ftruncate":
        args = [fd, pick([0, 2, 30, -1])]
    elif name == "truncate":
        args = [path, pick([0, 2, 30, -1])]
    elif name in ("rename", "link"):
        args = [path, pick(PATHS)]
    elif name == "symlink":
        args = [pick(TEXTS), path]
    elif name == "fcntl":
        args = [fd, pick([1, 2, 3, 4]), pick([0, 1, 0o2000])]
    elif name == "chdir":
        args = [pick(["d", ".", "a", "missing", "d/e", "", "s"])]
    else:
        args = [path] if name in ("rmdir", "unlink") else [fd]
    return [name, *args], str(call(name, args))


def main():
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
    os.umask(0o022)
    os.closerange(3, 1000)
    for seed in range(60):
        pick = random.Random(seed).choice
        base = tempfile.mkdtemp()
        root = os.path.join(base, "rift")
        os.mkdir(root)
        os.chdir(root)
        print("start")
        for words in [["mkdir", "d", 0o755], ["open", "a", 0o102, 0o644], ["write", 3, "abcdef", 6],
                      ["open", "d/x", 0o102, 0o644], ["mkdir", "d/e", 0o755], ["symlink", "a", "s"],
                      ["symlink", "d", "t"]]:
            print("\t".join(map(str, words)), "=", call(words[0], words[1:]), sep="\t")
        for _ in range(150):
            # Only the tree itself: a step up from its root is the recorder's own directory.
            here = os.getcwd() if os.path.exists(".") else ""
            if here != root:
                os.chdir(root)
                print("home")
            recorded = step(pick)
            if recorded:
                words, result = recorded
                print("\t".join(map(str, words)), "=", result, sep="\t")
        os.closerange(3, 1000)
        os.chdir("/")
        os.system(f"chmod -R u+rwx {base}; rm -rf {base}")


main()
