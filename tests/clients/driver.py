"""A line-by-line driver of an engine process, for the client tests."""

import queue
import subprocess
import threading
import time


class Engine:
    """A child process that speaks a line protocol; standard error is collected, for it must stay empty."""

    def __init__(self, command, first_word):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1
        )
        self.lines = queue.Queue()
        self.errors = []
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=lambda: self.errors.extend(self.process.stderr), daemon=True).start()
        self.send(first_word)
        self.wait_for(first_word + "ok")

    def _read(self):
        for line in self.process.stdout:
            self.lines.put((time.monotonic(), line.rstrip("\n")))
        self.lines.put((time.monotonic(), None))

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def read(self, timeout=10.0):
        """The next line and when it came; raises when none comes in time or the process has ended."""
        try:
            when, line = self.lines.get(timeout=timeout)
        except queue.Empty:
            raise RuntimeError(f"no line within {timeout} s") from None
        if line is None:
            raise RuntimeError(f"process ended with status {self.process.wait()}")
        return when, line

    def wait_for(self, *starts, timeout=10.0):
        """All lines up to the first that begins with one of the given words; returns (time, that line, others)."""
        others = []
        deadline = time.monotonic() + timeout
        while True:
            when, line = self.read(max(0.01, deadline - time.monotonic()))
            if line.split(" ")[0] in starts:
                return when, line, others
            others.append(line)

    def ask(self, command, *starts, timeout=10.0):
        """Sends a command and returns the first line that begins with one of the given words."""
        self.send(command)
        return self.wait_for(*starts, timeout=timeout)[1]

    def quit(self):
        """Ends the process; returns its status and what it wrote on standard error."""
        self.send("quit")
        status = self.process.wait(timeout=5)
        time.sleep(0.05)
        return status, self.errors
