"""Analyse a library of games on a Spark cluster: each partition is one `meihua analyse` with its share of the games.

    spark-submit --master spark://HOST:7077 spark_analyse.py [--parts N] PROGRAM LIBRARY ROWS [OPTION ...]
    PROGRAM library --library LIBRARY import-values ROWS/*.jsonl

LIBRARY and the folder ROWS are on a file system that all workers share (NFS). The OPTIONS go to `meihua analyse`: --nodes
30000, --since 1990. The same command again continues a run that was broken off, and so does another worker where one was
lost: a partition goes on behind its last whole row.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from typing import List

from pyspark.sql import SparkSession


def analyse(command: List[str], rows: str, part: int, parts: int) -> int:
    """Analyses a share of the games; returns the number of rows."""
    path = os.path.join(rows, f"values.{part:06}-of-{parts}.jsonl")
    subprocess.run([*command, "--part", f"{part}/{parts}", "--jsonl", path, "--quiet"], check=True)
    with open(path, "rb") as file:
        return sum(1 for _ in file)


def main() -> int:
    """Share out the games, and count the rows."""
    parser = argparse.ArgumentParser(usage="%(prog)s [--parts N] PROGRAM LIBRARY ROWS [OPTION ...]")
    parser.add_argument("--parts", type=int, default=64)
    for name in ("program", "library", "rows"):
        parser.add_argument(name)
    parser.add_argument("options", nargs=argparse.REMAINDER)
    args = parser.parse_args()
    os.makedirs(args.rows, exist_ok=True)
    command = [args.program, "analyse", "--library", args.library, *args.options]
    rows, parts = args.rows, args.parts
    session = SparkSession.builder.appName("meihua analyse").getOrCreate()
    shares = session.sparkContext.parallelize(range(1, parts + 1), parts)
    found = shares.map(lambda part: analyse(command, rows, part, parts)).sum()
    session.stop()
    print(f"{found} rows")
    return 0


if __name__ == "__main__":
    sys.exit(main())
