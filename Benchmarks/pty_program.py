"""A program on a pseudo-terminal: when its text appears, what it costs, what it does at rest."""

import codecs
import fcntl
import math
import os
import pty
import re
import select
import signal
import struct
import termios
import time

ESCAPES = re.compile(r"\x1b(\[[0-9;?<>=]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|[()][0-9A-B]|[=>78MHc])")


class Program:
    """Runs `command` at a size; `environment` adds to the one of this process."""

    def __init__(self, command, columns=120, rows=36, environment=None):
        self.started = time.perf_counter()
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.environ.update({"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **(environment or {})})
            os.execvp(command[0], command)
        self.resize(columns, rows)
        self.decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self.text = ""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def resize(self, columns, rows):
        """Has all be drawn anew at another size, where otherwise only cells that change are; what was shown before is forgotten."""
        self.text = ""
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def press(self, keys):
        """Sends keys as a terminal would; what was shown before is forgotten."""
        self.text = ""
        os.write(self.terminal, keys.encode())

    def wait_for(self, wanted, seconds=60):
        """Reads until the pattern has been written; returns the moment of it."""
        deadline = time.perf_counter() + seconds
        while not re.search(wanted, self.text):
            if not self._read(deadline - time.perf_counter()):
                raise TimeoutError(f"never showed {wanted!r}; the end of what it wrote: {self.text[-2000:]!r}")
        return time.perf_counter()

    def wait_for_answer(self, seconds=10):
        """Reads the first output there is; returns the moment of it. Then reads on until it is quiet."""
        if not self._read(seconds):
            raise TimeoutError("no output")
        moment = time.perf_counter()
        self.settle()
        return moment

    def settle(self, quiet=0.05, most=math.inf):
        """Reads until nothing has come for so many seconds, at most so long in all: a screen where something runs is never quiet."""
        deadline = time.perf_counter() + most
        while time.perf_counter() < deadline and self._read(quiet):
            pass

    def resident_megabytes(self):
        return self._status("VmRSS") / 1024

    def peak_megabytes(self):
        return self._status("VmHWM") / 1024

    def private_megabytes(self):
        return (self._rolled_up("Private_Clean") + self._rolled_up("Private_Dirty")) / 1024

    def proportional_megabytes(self):
        return self._rolled_up("Pss") / 1024

    def wake_ups(self, during):
        """How often its threads have gone to sleep again within so many seconds, those that ended meanwhile not counted; and how often
        Dispatch's manager has. That has a timer of a second, which looks at the threads of the pools, from the first task of any Swift
        program to its end: an empty program that starts one task wakes up as often."""
        before = self._sleeps()
        time.sleep(during)
        slept = {thread: count - before.get(thread, 0) for thread, count in self._sleeps().items()}
        of_manager = sum(count for thread, count in slept.items() if self._waits_for_epoll(thread))
        return sum(slept.values()) - of_manager, of_manager

    def _waits_for_epoll(self, thread):
        """Nothing else in the program does; its own threads wait in poll, read and locks."""
        with open(f"/proc/{self.pid}/task/{thread}/wchan") as place:
            return "epoll" in place.read()

    def _sleeps(self):
        sleeps = {}
        for thread in os.listdir(f"/proc/{self.pid}/task"):
            with open(f"/proc/{self.pid}/task/{thread}/status") as status:
                sleeps[thread] = int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", status.read(), re.M).group(1))
        return sleeps

    def end(self):
        try:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            os.close(self.terminal)
        except (ProcessLookupError, ChildProcessError, OSError):
            pass

    def _read(self, seconds):
        ready, _, _ = select.select([self.terminal], [], [], max(0, seconds))
        if not ready:
            return False
        try:
            chunk = os.read(self.terminal, 1 << 16)
        except OSError:
            return False
        self.text = (self.text + ESCAPES.sub("", self.decode(chunk)))[-200_000:]
        return bool(chunk)

    def _status(self, field):
        return self._field(field, "status")

    def _rolled_up(self, field):
        return self._field(field, "smaps_rollup")

    def _field(self, field, file):
        with open(f"/proc/{self.pid}/{file}") as lines:
            return int(re.search(rf"^{field}:\s+(\d+)", lines.read(), re.M).group(1))
