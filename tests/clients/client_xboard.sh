#!/usr/bin/env bash
# XBoard with the adapter UCI2WB under Xvfb: a whole game in UCCI against hoixiangqi, and one of the engine (UCI) against
# itself (UCCI). Each game must end with a result in the PGN and without an illegal move or a forfeit.
#
#   client_xboard.sh ENGINE [PICTURE.png]     the picture is a screenshot of the second game
set -euo pipefail
engine=$(readlink -f "$1")
picture=${2:-}
work=$(mktemp -d)
display=:$((90 + RANDOM % 9))
export DISPLAY=$display PATH="$PATH:/usr/games"

printf '#!/bin/sh\nexec uci2wb -x %s\n' "$engine" >"$work/ucci"
printf '#!/bin/sh\nexec uci2wb -var xiangqi -c %s\n' "$engine" >"$work/uci"
chmod +x "$work/ucci" "$work/uci"

Xvfb "$display" -screen 0 1280x1024x24 >/dev/null 2>&1 &
server=$!
trap 'kill $server 2>/dev/null || true; rm -rf "$work"' EXIT
sleep 1

# game NAME FIRST SECOND SECONDS: plays one game, waits for its result in the PGN (xboard itself never leaves).
game() {
  local name=$1 first=$2 second=$3 seconds=$4
  (cd "$work" && exec timeout "$seconds" xboard -variant xiangqi -fcp "$first" -scp "$second" -mg 1 -tc 0:20 -inc 0 \
    -sgf "$work/$name.pgn" -debug -nameOfDebugFile "$work/$name.debug" >/dev/null 2>&1) &
  local board=$!
  for _ in $(seq "$seconds"); do
    sleep 1
    [ -n "$picture" ] && [ "$name" = itself ] && import -window root "$picture" 2>/dev/null || true
    grep -q '^\[Result "\(1-0\|0-1\|1/2-1/2\)"\]' "$work/$name.pgn" 2>/dev/null && break
  done
  kill $board 2>/dev/null || true
  wait $board 2>/dev/null || true
  local result
  result=$(sed -n 's/^\[Result "\(.*\)"\]/\1/p' "$work/$name.pgn" 2>/dev/null || true)
  local reason
  reason=$(grep -o '{[^}]*}' "$work/$name.pgn" 2>/dev/null | tail -1 || true)
  echo "xboard: $name: result ${result:-none} $reason"
  case "$result" in 1-0 | 0-1 | 1/2-1/2) ;; *) echo "xboard: $name: no result"; return 1 ;; esac
  if grep -qi 'illegal\|forfeit\|exited\|crash' <<<"$reason"; then return 1; fi
}

game hoixiangqi "$work/ucci" hoixiangqi 120
game itself "$work/uci" "$work/ucci" 120
