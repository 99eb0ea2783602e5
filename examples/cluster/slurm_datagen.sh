#!/usr/bin/env bash
#SBATCH --job-name=meihua-datagen
#SBATCH --output=datagen.%A_%a.log
#SBATCH --cpus-per-task=1
# Each task of a job array plays games of a seed of its own, its number; so any array will do, and another one with other numbers
# adds games. A task that runs again continues its file. `meihua train` shuffles over all the files.
#     sbatch --array=1-8 slurm_datagen.sh PROGRAM GAMES
set -euo pipefail
: "${SLURM_ARRAY_TASK_ID:?submit it as a job array: sbatch --array=1-8 slurm_datagen.sh PROGRAM GAMES}"
games=$(printf 'games.%04d.bin' "$SLURM_ARRAY_TASK_ID")
# The last line says how many games there are: the task fails where that is too few.
"$1" datagen -o "$games" --games "$2" --seed "$SLURM_ARRAY_TASK_ID" --nodes 600 --threads 1 |
  awk -v games="$2" '{ print } END { exit $1 < games }'
