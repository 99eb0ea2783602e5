"""Solve positions on a Spark cluster: each partition goes through one `meihua solve`, and its rows are saved by the worker.

    spark-submit --master spark://HOST:7077 spark_solve.py [--lines N] PROGRAM GAME POSITIONS ROWS [OPTION ...]

POSITIONS is a file of one position a line, ROWS the folder for the answers; both are on a file system that all workers share
(HDFS, an object store, NFS). The OPTIONS go to `meihua solve`: --movetime 1000. A partition has about N lines (1000).
The names ROWS/part=000017/*.txt are in the order of POSITIONS:

    cat ROWS/part=*/*.txt > rows.tsv

A partition whose worker is lost is solved again on another one. The same command again continues a run that was broken off:
partitions whose rows are there are not solved again.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from typing import Any, Iterable, Iterator, List, Set, Tuple

from pyspark.sql import SparkSession

SETTINGS = "_settings.json"


def solve(command: List[str], lines: Iterable[str]) -> Iterator[str]:
    """The rows of some lines, by one process."""
    given = rows = 0
    with tempfile.NamedTemporaryFile() as file:
        for line in lines:
            file.write(line.encode() + b"\n")
            given += 1
        file.flush()
        with subprocess.Popen([*command, file.name], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            for row in process.stdout:
                yield row.decode().rstrip("\n")
                rows += 1
    # Status 1: some lines were bad, and their rows say so. Any other fails the task, which Spark runs again.
    if process.returncode not in (0, 1) or rows != given:
        raise RuntimeError(f"{' '.join(command)}: status {process.returncode}, {rows} rows for {given} positions")


class Folder:
    """A folder of any file system that Hadoop knows."""

    def __init__(self, session: SparkSession, path: str) -> None:
        self.jvm: Any = session.sparkContext._jvm
        self.path = self.jvm.org.apache.hadoop.fs.Path(path)
        self.system = self.path.getFileSystem(session.sparkContext._jsc.hadoopConfiguration())

    def agree(self, settings: str) -> bool:
        """Writes the settings of a new run, or compares them with those of the run that it continues."""
        file = self.jvm.org.apache.hadoop.fs.Path(self.path, SETTINGS)
        if self.system.exists(file):
            stream = self.system.open(file)
            found = self.jvm.org.apache.commons.io.IOUtils.toString(stream, "UTF-8")
            stream.close()
            return bool(found == settings)
        if self.system.exists(self.path) and self.system.listStatus(self.path):
            return False
        stream = self.system.create(file)
        stream.write(bytearray(settings, "utf-8"))
        stream.close()
        return True

    def done(self) -> Set[int]:
        """The partitions whose rows are there."""
        names = [status.getPath().getName() for status in self.system.listStatus(self.path)]
        return {int(name.split("=")[1]) for name in names if name.startswith("part=")}


def main() -> int:
    """Count, solve what is left, count again."""
    parser = argparse.ArgumentParser(usage="%(prog)s [--lines N] PROGRAM GAME POSITIONS ROWS [OPTION ...]")
    parser.add_argument("--lines", type=int, default=1000)
    for name in ("program", "game", "positions", "rows"):
        parser.add_argument(name)
    parser.add_argument("options", nargs=argparse.REMAINDER)
    args = parser.parse_args()
    # Each task moves its rows to their place when it ends, not all of them with the last one.
    version = "spark.hadoop.mapreduce.fileoutputcommitter.algorithm.version"
    session = SparkSession.builder.appName("meihua solve").config(version, "2").getOrCreate()
    context = session.sparkContext
    total = context.textFile(args.positions).count()
    # By the number of lines alone, so that the next run cuts the file in the same places.
    lines = context.textFile(args.positions, max(1, -(-total // args.lines)))
    folder = Folder(session, args.rows)
    partitions = lines.getNumPartitions()
    settings = {"game": args.game, "options": args.options, "positions": total, "partitions": partitions}
    if not folder.agree(json.dumps(settings)):
        print(f"{args.rows} is not empty, and not of a run with {settings}: choose another folder", file=sys.stderr)
        return 2
    done = folder.done()
    print(f"{len(done)} of {partitions} partitions are there already")
    command = [args.program, "solve", args.game, *args.options]

    def part(number: int, given: Iterator[str]) -> Iterator[Tuple[str, str]]:
        return iter(()) if number in done else ((f"{number:06}", row) for row in solve(command, given))

    solved = session.createDataFrame(lines.mapPartitionsWithIndex(part), "part string, value string")
    solved.write.partitionBy("part").mode("append").text(args.rows)
    found = session.read.text(args.rows).count()
    session.stop()
    print(f"{found} rows for {total} positions")
    return 0 if found == total else 1


if __name__ == "__main__":
    sys.exit(main())
