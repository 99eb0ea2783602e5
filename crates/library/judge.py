#!/usr/bin/env python3
"""judge.py ENGINE LIBRARY COUNTS [PATTERNS]: holds a library against counts that share no line with it.

COUNTS is what `count_positions.py COLLECTION --sample 1000` printed: FEN, move, wins of Red, draws, wins of Black, unknown, games. Each
position is explored as it is and in the mirror. PATTERNS (100) random patterns are looked for by `library find` and by brute force: the
games are written as UCI lines and followed on a board of pyffish (`pip install pyffish`)."""
import collections, json, random, subprocess, sys

def mirrored(fen): return '/'.join(row[::-1] for row in fen.split()[0].split('/')) + ' ' + fen.split()[1]
def mirrored_move(move): return ''.join(chr(202 - ord(c)) if c in 'abcdefghi' else c for c in move)

def positions(engine, library, counts):
    expected = collections.defaultdict(dict)
    for line in open(counts):
        fen, move, *numbers = line.rstrip('\n').split('\t')
        expected[fen][move] = tuple(map(int, numbers[:4]))
    process = subprocess.Popen([engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    def ask(line, prefix):
        process.stdin.write(line + '\n'); process.stdin.flush()
        for answer in process.stdout:
            if answer.startswith(prefix): return answer[len(prefix):]
            if 'error' in answer: print(line, answer, file=sys.stderr)
    process.stdin.write(f'setoption name Library value {library}\n')
    wrong = looked = 0
    for fen, moves in expected.items():
        for own, spell in ((fen, lambda move: move), (mirrored(fen), mirrored_move)):
            process.stdin.write(f'position fen {own} - - 0 1\n')
            explored = json.loads(ask('explore', 'explore '))
            found = {spell(m['move']): (m['red'], m['draws'], m['black'], m['unknown']) for m in explored['moves']}
            looked += 1
            if found != moves:
                wrong += 1
                if wrong <= 5: print('other counts:', own, found, moves, sep='\n  ')
    process.stdin.write('quit\n'); process.stdin.flush(); process.wait()
    print(f'{len(expected)} positions, each also in the mirror: {looked - wrong} of {looked} equal')

def letters(fen): return [''.join('.' * int(c) if c.isdigit() else c for c in row) for row in fen.split()[0].split('/')]

def patterns(engine, library, number):
    import pyffish
    run = lambda *words: subprocess.run([engine, 'library', '--library', library, *words], capture_output=True, text=True, check=True).stdout
    games = run('export', '--to', 'uci').splitlines()
    chance = random.Random(1)
    games = [(index + 1, line) for index, line in enumerate(games)]
    boards = {}
    for index, line in games:
        words = line.split(); at = words.index('moves') if 'moves' in words else len(words)
        fen, moves = ' '.join(words[2:at]), [m[0] + str(int(m[1]) + 1) + m[2] + str(int(m[3]) + 1) for m in words[at + 1:]]
        seen = [letters(fen)]
        for ply in range(1, len(moves) + 1):
            fen = pyffish.get_fen('xiangqi', fen, [moves[ply - 1]]); seen.append(letters(fen))
        boards[index] = seen
    wrong = 0
    for _ in range(number):
        board = chance.choice(boards[chance.choice(list(boards))])
        if chance.random() < 0.5:
            squares = chance.sample([(x, y) for y in range(10) for x in range(9)], chance.randint(2, 8))
            pattern = [''.join(board[y][x] if (x, y) in squares else '?' for x in range(9)) for y in range(10)]
        else:
            w, h = chance.randint(2, 4), chance.randint(1, 3); x, y = chance.randint(0, 9 - w), chance.randint(0, 10 - h)
            pattern = [''.join(c if chance.random() < 0.7 else '?' for c in board[y + dy][x:x + w]) for dy in range(h)]
        both = [pattern, [row[::-1] for row in pattern]]
        w, h = len(pattern[0]), len(pattern)
        def on(board): return any(all(p in ('?', board[y + dy][x + dx]) for dy, row in enumerate(one) for dx, p in enumerate(row))
                                  for one in both for y in range(11 - h) for x in range(10 - w))
        expected = [index for index, seen in boards.items() if any(map(on, seen))]
        found = [int(line.split('\t')[0]) for line in run('find', '--pattern', '/'.join(pattern)).splitlines()]
        if found != expected: wrong += 1; print('another answer:', '/'.join(pattern), len(found), len(expected))
    print(f'{number} patterns over {len(games)} games: {number - wrong} equal')

if __name__ == '__main__':
    positions(*sys.argv[1:4])
    if len(sys.argv) > 4: patterns(sys.argv[1], sys.argv[2], int(sys.argv[4]))
