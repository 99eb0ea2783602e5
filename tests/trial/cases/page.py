"""Rows of the page in the browser: who gets in at `meihua serve`, and what work may cost.

The page itself is in tests/clients/client_board.mjs, served and static (A9); the package of npm (B29, B31 to B34) in tests/web.
"""

import base64
import json
import os
import re
import socket
import struct
import subprocess
import time

from trial import ENGINE, ROOT, case


class Served:
    """`meihua serve`, and WebSockets to it."""

    def __enter__(self):
        self.process = subprocess.Popen(
            [ENGINE, "serve", "--no-open", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.address = self.process.stdout.readline().strip()
        self.port = int(re.search(r":(\d+)", self.address).group(1))
        self.token = (re.search(r"token=(\w+)", self.address) or [None, ""])[1]
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def ask(self, head):
        """The status of a request, and its connection."""
        stream = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        stream.sendall(f"{head}\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode())
        answer = b""
        while not answer.endswith(b"\r\n\r\n"):
            byte = stream.recv(1)
            if not byte:
                break
            answer += byte
        return int((answer.split(b" ") + [b"0"])[1]), stream

    def open(self, path, token=None):
        """The status of a request for a WebSocket with the headers of the page, and its connection."""
        key = base64.b64encode(os.urandom(16)).decode()
        token = self.token if token is None else token
        query = f"?token={token}" if token else ""
        return self.ask(
            f"GET {path}{query} HTTP/1.1\r\nOrigin: http://127.0.0.1:{self.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}"
        )


def frame(text, kind=1):
    data = text.encode()
    size = bytes([0x80 | len(data)]) if len(data) < 126 else struct.pack(">BH", 0xFE, len(data)) if len(data) < 1 << 16 else b""
    return bytes([0x80 | kind]) + size + bytes(4) + data


def film(plies):
    moves = [["h0g2", "h9g7", "g2h0", "g7h9"][ply % 4] for ply in range(plies)]
    return frame(json.dumps({"game": "xiangqi", "fen": None, "moves": moves, "ply": 0, "kind": "gif", "flip": False}))


@case("B17 eight films that nobody waits for keep nobody out", "a session at once, and work within 20 s")
def _():
    with Served() as served:
        for _ in range(8):
            _, stream = served.open("/picture")
            stream.sendall(film(600))
            stream.close()
        status, _ = served.open("/engine")
        if status != 101:
            return f"status {status}"
        for _ in range(200):
            time.sleep(0.1)
            _, stream = served.open("/route")
            stream.sendall(frame("{}"))
            if b"cannot be read" in stream.recv(4096):
                return "a session at once, and work within 20 s"
        return "no work within 20 s"


@case("B17 a picture of 4,000 blocks is refused", "refused")
def _():
    with Served() as served:
        _, stream = served.open("/picture")
        fen = "B" * 2000 + "W" * 2000 + "_"
        wish = {"game": "sliding", "fen": fen, "moves": [], "ply": 0, "kind": "png", "flip": False}
        stream.sendall(frame(json.dumps(wish)))
        head = stream.recv(2)
        return "refused" if head[0] & 15 == 1 else "drawn"


@case("B18 whoever does not know the printed address gets no session", "403 eight times, 101 for the owner")
def _():
    with Served() as served:
        strangers = [served.open("/engine", "")[0] for _ in range(8)]
        owner = served.open("/engine")[0]
        return f"403 eight times, {owner} for the owner" if strangers == [403] * 8 else f"{strangers}, {owner}"


@case("B18 a session that has been silent for a minute leaves its place to one that comes", "101, the oldest closed with 4000")
def _():
    with Served() as served:
        streams = [served.open("/engine")[1] for _ in range(8)]
        first = served.open("/engine")[0]
        time.sleep(61)
        status = served.open("/engine")[0]
        head = streams[0].recv(4)
        code = int.from_bytes(head[2:4], "big") if len(head) == 4 else 0
        return f"{status}, the oldest closed with {code}" if first == 503 else f"{first} at first"


@case("B26 what is no message is closed with its code, and HEAD is answered", [1002, 1002, 1007, 200])
def _():
    with Served() as served:
        codes = []
        for data in (b"\x81\x02go", b"\xc1\x82\0\0\0\0go", b"\x81\x82\0\0\0\0\xff\xfe"):
            _, stream = served.open("/engine")
            stream.sendall(data)
            head = stream.recv(4)
            codes.append(int.from_bytes(head[2:4], "big") if head[:1] == b"\x88" else 0)
        return [*codes, served.ask("HEAD / HTTP/1.1")[0]]


@case("B27 a write through any pointer is unsafe, and SECURITY.md names its place", True)
def _():
    source = (ROOT / "crates/web/src/exports.rs").read_text()
    return not re.search(r"\bsafe fn take", source) and "crates/web/src/exports.rs" in (ROOT / "SECURITY.md").read_text()
