#!/usr/bin/env bash
#SBATCH --job-name=meihua-match
#SBATCH --output=match.%A_%a.log
#SBATCH --cpus-per-task=1
# Every task of a job array plays a part of a match, with openings of its own seed, and keeps a journal.
#     sbatch --array=1-8 slurm_match.sh PROGRAM OTHER GAMES
#     meihua match --merge journal.*
set -euo pipefail
"$1" match --engine name=new "cmd=$1" --engine name=old "cmd=$2" --each nodes=40000 \
  --games "$3" --openings random:8 --seed "$SLURM_ARRAY_TASK_ID" --journal "journal.$SLURM_ARRAY_TASK_ID"
