#!/usr/bin/env bash
#SBATCH --job-name=meihua-analyse
#SBATCH --output=analyse.%A_%a.log
#SBATCH --cpus-per-task=1
# Each task of a job array analyses its share of the games of LIBRARY and writes values.PART-of-PARTS.jsonl. A task that runs
# again continues where it was. Number the tasks from 1 without gaps.
#     sbatch --array=1-8 slurm_analyse.sh PROGRAM LIBRARY [OPTION …]
#     PROGRAM library --library LIBRARY import-values values.*.jsonl
set -euo pipefail
program=$1 library=$2
shift 2
: "${SLURM_ARRAY_TASK_ID:?submit it as a job array: sbatch --array=1-8 slurm_analyse.sh PROGRAM LIBRARY}"
part=$SLURM_ARRAY_TASK_ID tasks=$SLURM_ARRAY_TASK_COUNT
if [ "$SLURM_ARRAY_TASK_MIN-$SLURM_ARRAY_TASK_MAX" != "1-$tasks" ]; then
  echo "the tasks are not those from 1 to $tasks: expected an array such as --array=1-$tasks" >&2
  exit 2
fi
rows=$(printf 'values.%0*d-of-%d.jsonl' "${#tasks}" "$part" "$tasks")
"$program" analyse --library "$library" --part "$part/$tasks" --jsonl "$rows" --quiet "$@"
