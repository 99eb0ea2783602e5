#!/usr/bin/env bash
# Joins the rows.PART-of-PARTS.tsv of slurm_solve.sh in this folder to ROWS, and checks that every line of POSITIONS has its row.
#     gather_rows.sh PROGRAM GAME POSITIONS ROWS
set -euo pipefail
program=$1 game=$2 positions=$3 rows=$4
parts=(rows.*-of-*.tsv)
number=${parts[0]##*-of-}
number=${number%.tsv}
[ "${#parts[@]}" = "$number" ] || { echo "found ${#parts[@]} files rows.*-of-*.tsv, expected $number" >&2; exit 1; }
cat "${parts[@]}" >"$rows.joined"
expected=$(grep -c '' "$positions") found=$(grep -c '' "$rows.joined")
[ "$found" = "$expected" ] || { echo "$rows.joined has $found rows for $expected positions" >&2; exit 1; }
# Nothing is left to solve: this compares each row with its line. 1: some lines were bad, and their rows say so.
status=0
"$program" solve "$game" "$positions" -o "$rows.joined" --resume || status=$?
[ "$status" -le 1 ] || exit "$status"
mv "$rows.joined" "$rows"
exit "$status"
