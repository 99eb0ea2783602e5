#!/usr/bin/env bash
#SBATCH --job-name=meihua-match
#SBATCH --output=match.%A_%a.log
#SBATCH --cpus-per-task=1
# Each task of a job array plays a part of a match, with openings of a seed of its own, its number, and keeps a journal; so any
# array will do, and another one with other numbers adds games. A task that runs again continues its journal.
#     sbatch --array=1-8 slurm_match.sh PROGRAM OTHER GAMES
#     meihua match --merge journal.*
set -euo pipefail
: "${SLURM_ARRAY_TASK_ID:?submit it as a job array: sbatch --array=1-8 slurm_match.sh PROGRAM OTHER GAMES}"
journal=$(printf 'journal.%04d' "$SLURM_ARRAY_TASK_ID")
"$1" match --engine name=new "cmd=$1" --engine name=old "cmd=$2" --each nodes=40000 \
  --games "$3" --openings random:8 --seed "$SLURM_ARRAY_TASK_ID" --journal "$journal"
# The first row of the table says how many games there are: the task fails where that is too few.
"$1" match --merge "$journal" | awk -v games="$3" '$1 == 1 { found = $3 >= games } END { exit !found }'
