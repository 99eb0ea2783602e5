#!/usr/bin/env bash
#SBATCH --job-name=meihua-datagen
#SBATCH --output=datagen.%A_%a.log
#SBATCH --cpus-per-task=1
# Every task of a job array plays games of its own seed; `meihua train` shuffles over all the files.
#     sbatch --array=1-8 slurm_datagen.sh PROGRAM GAMES
set -euo pipefail
"$1" datagen -o "games.$SLURM_ARRAY_TASK_ID.bin" --games "$2" --seed "$SLURM_ARRAY_TASK_ID" --nodes 600 --threads 1
