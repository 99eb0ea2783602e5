#!/usr/bin/env python3
"""make_openings.py LIBRARY > src/openings.tsv: the table of openings, learnt from one half of a library whose games have ECCO codes.

A position gets the code that at least 70 % of the games through it have (two games at least, 17 plies at most); a position that only
repeats what the positions before it say is left out. The games with odd numbers are not looked at: on standard error, how many of them
the table names as their file does. The library must have been made without a table, so that its codes are those of the files."""
import collections, sqlite3, struct, sys

PLIES, SHARE, LEAST = 17, 0.7, 2
MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15

def mix(word):
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & MASK
    return word ^ (word >> 31)

def fnv(text):
    value = 0xCBF29CE484222325
    for byte in text.encode(): value = ((value ^ byte) * 0x100000001B3) & MASK
    return value

SALT = fnv('xiangqi 9x10')
NUMBERS = {(c, s): mix((SALT + (ord(c) + s % 9 * 256 + s // 9 * 65536) * GOLDEN) & MASK) for c in 'KABNRCPkabnrcp' for s in range(90)}
START = {}
for row, text in enumerate('rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR'.split('/')):
    file = 0
    for c in text:
        if c.isdigit(): file += int(c)
        else: START[(9 - row) * 9 + file] = c; file += 1
MIRRORED = [s // 9 * 9 + 8 - s % 9 for s in range(90)]

def signed(key): return key - 2**64 if key >= 2**63 else key

def keys(moves):
    """The keys of the positions of a game, the start first."""
    board, key = dict(START), [SALT, SALT]
    def turn(piece, square): key[0] ^= NUMBERS[piece, square]; key[1] ^= NUMBERS[piece, MIRRORED[square]]
    for square, piece in board.items(): turn(piece, square)
    yield min(map(signed, key))
    for move in moves:
        origin, target = move & 127, move >> 7
        piece = board.pop(origin); turn(piece, origin)
        if target in board: turn(board[target], target)
        board[target] = piece; turn(piece, target)
        key = [k ^ mix(SALT) for k in key]
        yield min(map(signed, key))

def name(move):
    square = lambda s: 'abcdefghi'[s % 9] + str(s // 9)
    return square(move & 127) + square(move >> 7)

def found(table, visited):
    code = None
    for key in visited: code = table.get(key, code)
    return code

def main():
    games = []
    for number, code, moves in sqlite3.connect(sys.argv[1]).execute('SELECT id, opening, moves FROM game WHERE start IS NULL AND opening IS NOT NULL'):
        moves = struct.unpack(f'<{len(moves) // 2}H', moves)[:PLIES]
        games.append((number, code, moves, list(keys(moves))))
    half = [game for game in games if game[0] % 2 == 0]
    counts, lines = collections.defaultdict(collections.Counter), collections.defaultdict(collections.Counter)
    for _, code, moves, visited in half:
        for ply, key in enumerate(visited):
            if key not in visited[:ply]: counts[key][code] += 1; lines[key][moves[:ply]] += 1
    table = {}
    for key, codes in counts.items():
        code, most = codes.most_common(1)[0]
        if most >= LEAST and most >= SHARE * sum(codes.values()): table[key] = code
    before = collections.defaultdict(set)
    for _, _, _, visited in half:
        code = None
        for key in visited: before[key].add(code); code = table.get(key, code)
    table = {key: code for key, code in table.items() if before[key] != {code}}
    other = [game for game in games if game[0] % 2]
    right = sum(found(table, visited) == code for _, code, _, visited in other)
    print(f'{len(table)} positions; {right} of {len(other)} other games named as in their files', file=sys.stderr)
    print('# Positions of xiangqi with the ECCO code of the openings that they belong to: the code, the number of plies that the line')
    print('# shares with the one above, and the moves after them. Made by make_openings.py.')
    last = ()
    for line, code in sorted((lines[key].most_common(1)[0][0], code) for key, code in table.items()):
        shared = next((i for i, (a, b) in enumerate(zip(line, last)) if a != b), min(len(line), len(last)))
        print(code, shared, ' '.join(map(name, line[shared:])), sep='\t')
        last = line

if __name__ == '__main__': main()
