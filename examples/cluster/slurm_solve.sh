#!/usr/bin/env bash
#SBATCH --job-name=meihua-solve
#SBATCH --output=solve.%A_%a.log
#SBATCH --cpus-per-task=1
# Each task of a job array solves its share of POSITIONS, a run of lines, and writes rows.PART-of-PARTS.tsv. Any array with one
# step between its tasks will do: 0-7, 1-4, 10-50:10. A task that runs again continues where it was.
#     sbatch --array=0-7 slurm_solve.sh PROGRAM GAME POSITIONS [OPTION …]
#     gather_rows.sh PROGRAM GAME POSITIONS ROWS
set -euo pipefail
program=$1 game=$2 positions=$3
shift 3

: "${SLURM_ARRAY_TASK_ID:?submit it as a job array: sbatch --array=0-7 slurm_solve.sh PROGRAM GAME POSITIONS}"
tasks=$SLURM_ARRAY_TASK_COUNT min=$SLURM_ARRAY_TASK_MIN max=$SLURM_ARRAY_TASK_MAX step=$SLURM_ARRAY_TASK_STEP
offset=$((SLURM_ARRAY_TASK_ID - min))
if ((step < 1 || max - min != step * (tasks - 1) || offset % step != 0)); then
  echo "the $tasks tasks from $min to $max are not evenly spaced: expected an array such as --array=0-$((tasks - 1))" >&2
  exit 2
fi
part=$((offset / step + 1))

# Numbers of one width, so that the order of the names is the order of the rows.
rows=$(printf 'rows.%0*d-of-%d.tsv' "${#tasks}" "$part" "$tasks")
count() { grep -c '' || true; }
share() { split -n "l/$part/$tasks" "$positions"; }
status=0
share | "$program" solve "$game" "$@" -o "$rows" --resume || status=$?
expected=$(share | count) found=$(count <"$rows")
if [ "$found" != "$expected" ]; then
  echo "$rows has $found rows for $expected positions" >&2
  exit 1
fi
# 1: some lines were bad, and their rows say so.
exit "$status"
