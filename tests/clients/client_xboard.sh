#!/usr/bin/env bash
# XBoard with the adapter UCI2WB under Xvfb: a whole game in UCCI against hoixiangqi, and one of the engine (UCI) against
# itself (UCCI). Each game must end with a result in the PGN and without an illegal move or a forfeit.
#
# UCI2WB 4.1 now and then loses an answer that comes at once (a proven ending): the engine has printed its move, XBoard never
# sees it and waits for ever. XBoard itself now and then refuses a move that is legal, as if it had no board yet. So what is said is
# kept: a game without a result is played again, at most twice, if every `go` in it was answered; it fails if one was not. So is a game
# in which XBoard refused a move that is one of the moves of the position in which the engine made it.
#
#   client_xboard.sh ENGINE [PICTURE.png]     the picture is a screenshot of the second game
set -euo pipefail
engine=$(readlink -f "$1")
picture=${2:-}
work=$(mktemp -d)
display=:$((90 + RANDOM % 9))
export DISPLAY=$display PATH="$PATH:/usr/games"

cat >"$work/engine" <<SCRIPT
#!/bin/sh
tee "$work/in.\$\$" | "$engine" | tee "$work/out.\$\$"
SCRIPT
printf '#!/bin/sh\nexec uci2wb -x %s\n' "$work/engine" >"$work/ucci"
printf '#!/bin/sh\nexec uci2wb -var xiangqi -c %s\n' "$work/engine" >"$work/uci"
chmod +x "$work/engine" "$work/ucci" "$work/uci"

# Whether every `go` of the game has its answer; one that ponders may go on.
all_answered() {
  local in open
  for in in "$work"/in.*; do
    open=$(($(grep -c '^go' "$in") - $(grep -cE '^(bestmove|nobestmove)' "${in/\/in./\/out.}")))
    if grep -E '^(go|ponderhit|stop)' "$in" | tail -1 | grep -q '^go ponder'; then open=$((open - 1)); fi
    [ "$open" -le 0 ] || { echo "xboard: a go without an answer: $(grep '^go' "$in" | tail -1)"; return 1; }
  done
}

Xvfb "$display" -screen 0 1280x1024x24 >/dev/null 2>&1 &
server=$!
trap 'kill $server 2>/dev/null || true; rm -rf "$work"' EXIT
sleep 1

# refused_legal REASON: whether XBoard ended a game for a move that is legal in the last position that an engine was asked about.
refused_legal() {
  local move in position
  move=$(sed -n 's/.*invalid move: \([a-i][0-9][a-i][0-9]\).*/\1/p' <<<"$1")
  [ -n "$move" ] || return 1
  for in in "$work"/in.*; do
    position=$(grep '^position' "$in" | tail -1 || true)
    if { printf 'uci\n%s\ngo perft 1\n' "$position"; sleep 1; } | "$engine" | grep -q "^$move"; then return 0; fi
  done
  return 1
}

# game NAME FIRST SECOND SECONDS: plays one game, waits for its result in the PGN (xboard itself never leaves). Status 2 where XBoard
# waits for a move that was answered, or refused a legal one.
game() {
  local name=$1 first=$2 second=$3 seconds=$4 status=0
  rm -f "$work"/in.* "$work"/out.* "$work/$name.pgn"
  (cd "$work" && exec timeout -k 5 "$seconds" xboard -variant xiangqi -fcp "$first" -scp "$second" -mg 1 -tc 0:20 -inc 0 \
    -sgf "$work/$name.pgn" -debug -nameOfDebugFile "$work/$name.debug" >/dev/null 2>&1) &
  local board=$!
  for _ in $(seq "$seconds"); do
    sleep 1
    [ -n "$picture" ] && [ "$name" = itself ] && import -window root "$picture" 2>/dev/null || true
    grep -q '^\[Result "\(1-0\|0-1\|1/2-1/2\)"\]' "$work/$name.pgn" 2>/dev/null && break
  done
  all_answered || status=1
  kill $board 2>/dev/null || true
  wait $board 2>/dev/null || true
  local result
  result=$(sed -n 's/^\[Result "\(.*\)"\]/\1/p' "$work/$name.pgn" 2>/dev/null || true)
  local reason
  reason=$(grep -o '{[^}]*}' "$work/$name.pgn" 2>/dev/null | tail -1 || true)
  echo "xboard: $name: result ${result:-none} $reason"
  if [ "$status" -eq 0 ] && refused_legal "$reason"; then return 2; fi
  if grep -qi 'illegal\|forfeit\|exited\|crash' <<<"$reason"; then return 1; fi
  case "$result" in 1-0 | 0-1 | 1/2-1/2) return 0 ;; esac
  echo "xboard: $name: no result"
  [ "$status" -eq 0 ] && return 2 || return 1
}

play() {
  local status
  for _ in 1 2 3; do
    status=0
    game "$@" || status=$?
    [ "$status" -eq 2 ] || return "$status"
    echo "xboard: $1: every go was answered by a legal move, which UCI2WB lost or XBoard refused; again"
  done
  return 1
}

play hoixiangqi "$work/ucci" hoixiangqi 75
play itself "$work/uci" "$work/ucci" 75
