"""Solve positions on a Spark cluster: every partition is piped through one `meihua solve`.

    spark-submit --master spark://HOST:7077 spark_solve.py PROGRAM GAME POSITIONS ROWS [PARTITIONS]

POSITIONS is a file of one position a line, which every worker can read; ROWS is written here, in the order of POSITIONS.
Partitions of a worker that fails are solved again on another one.
"""

from __future__ import annotations

import shlex
import sys

from pyspark.sql import SparkSession


def main() -> int:
    """Read, pipe, write."""
    program, game, positions, rows = sys.argv[1:5]
    partitions = int(sys.argv[5]) if len(sys.argv) > 5 else 16
    session = SparkSession.builder.appName("meihua solve").getOrCreate()
    lines = session.sparkContext.textFile(positions, partitions)
    command = f"{shlex.quote(program)} solve {shlex.quote(game)}"
    # `solve` ends with status 1 for a bad line, whose row says so; any other status fails the task, which is run again.
    solved = lines.pipe(f"sh -c {shlex.quote(command + '; status=$?; [ $status -le 1 ]')}", checkCode=True).collect()
    with open(rows, "w", encoding="utf-8") as file:
        file.writelines(f"{row}\n" for row in solved)
    session.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
