#!/usr/bin/env bash
#SBATCH --job-name=meihua-solve
#SBATCH --output=solve.%A_%a.log
#SBATCH --cpus-per-task=1
# One task of a job array solves its share of POSITIONS, a run of lines; the rows of all tasks, in order, are those of one process.
#     sbatch --array=0-7 slurm_solve.sh PROGRAM GAME POSITIONS
#     cat rows.*.tsv
set -euo pipefail
program=$1 game=$2 positions=$3
task=$SLURM_ARRAY_TASK_ID tasks=$SLURM_ARRAY_TASK_COUNT
# The parts are numbered with two digits, so that `rows.*.tsv` is their order.
split -n "l/$((task + 1))/$tasks" "$positions" | "$program" solve "$game" > "$(printf 'rows.%02d.tsv' "$task")"
