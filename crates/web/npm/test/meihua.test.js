import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Board, Engine, draw, games, parseGame, solve, values, writeGame } from '../../../../target/web/npm/index-node.js';
import { Ring } from '../../../../target/web/npm/ring.js';

const PACKAGE = new URL('../../../../target/web/npm/index-node.js', import.meta.url);

test('an engine answers by lines and by moves', async () => {
  const engine = new Engine();
  const lines = await engine.ask('uci', 'uciok');
  assert.equal(lines[0].split(' ')[1], 'name');
  engine.position('startpos', ['h2e2']);
  const { best, lines: search } = await engine.go('depth 8');
  assert.match(best, /^[a-i]\d[a-i]\d$/);
  assert.ok(search.some((line) => line.includes(' depth 8 ')));
  const seen = [];
  const reading = (async () => {
    for await (const line of engine) if (seen.push(line) && line.startsWith('bestmove')) break;
  })();
  engine.send('go depth 3');
  await reading;
  assert.ok(seen.length > 3);
  engine.quit();
  assert.throws(() => engine.send('uci'), /ended/);
});

test('every loop has every line', async () => {
  const engine = new Engine();
  const [whole, same, first] = [[], [], []];
  const reading = [
    (async () => {
      for await (const line of engine) whole.push(line);
    })(),
    (async () => {
      for await (const line of engine) same.push(line);
    })(),
    (async () => {
      for await (const line of engine) if (first.push(line)) break;
    })(),
  ];
  const { lines } = await engine.go('depth 3');
  engine.quit();
  await Promise.all(reading);
  assert.deepEqual(whole, lines);
  assert.deepEqual(same, lines);
  assert.deepEqual(first, lines.slice(0, 1));
});

test('an engine hears while it thinks', async () => {
  const engine = new Engine();
  const thinking = engine.go('infinite');
  assert.deepEqual((await engine.ask('isready', 'readyok')).at(-1), 'readyok');
  engine.stop();
  assert.ok((await thinking).best);
  const again = engine.go('infinite');
  engine.position('startpos', ['h2e2']);
  assert.ok((await again).best, 'a line that waits ends it');
  engine.quit();
});

test('each search has its own answer', async () => {
  const engine = new Engine();
  const first = engine.go('infinite searchmoves a3a4');
  const second = engine.go('movetime 60000 searchmoves h2e2');
  engine.position('startpos', ['h2e2']);
  const third = engine.go('infinite');
  const fourth = engine.go('depth 2 searchmoves h9g7');
  engine.position();
  engine.send('go depth 2 searchmoves b2e2');
  const last = engine.go('depth 2 searchmoves c3c4');
  const answers = await Promise.all([first, second, third, fourth, last]);
  assert.deepEqual([answers[0].best, answers[1].best, answers[3].best, answers[4].best], ['a3a4', 'h2e2', 'h9g7', 'c3c4']);
  assert.match(answers[2].best, /^[a-i][5-9]/, 'a move of black');
  for (const { lines } of answers) assert.equal(lines.filter((line) => line.startsWith('bestmove')).length, 1);
  engine.position('fen nonsense');
  const refused = engine.go('depth 1');
  engine.position();
  const stopped = engine.go('infinite');
  engine.stop();
  await assert.rejects(refused, /nonsense/);
  assert.ok((await stopped).best, 'stopped before it began, it has an answer');
  engine.send('go infinite searchmoves a0a1');
  await assert.rejects(engine.position('fen rubbish'), /rubbish/, 'behind a search that a line began');
  await assert.rejects(engine.go('perft 2'), /perft/);
  await engine.position();
  await engine.ask('ucci', 'ucciok');
  engine.stop();
  assert.ok((await engine.go('depth 2')).best, 'UCCI answers the stop by nobestmove');
  await engine.position('fen 3k5/4R4/3R5/9/9/9/9/9/9/4K4 b - - 0 1');
  assert.equal((await engine.go('depth 2')).best, null);
  engine.quit();
});

test('a question has the answer to its own line', async () => {
  const engine = new Engine();
  engine.go('infinite searchmoves a3a4');
  engine.position('fen 4k4/9/9/9/9/9/9/9/4A4/3RK4 w');
  assert.match((await engine.ask('go depth 1', 'bestmove')).at(-1), /^bestmove (d0|e[01])/, 'not that of the search before');
  engine.position();
  engine.send('go depth 2 searchmoves a3a4');
  const [one, two] = [engine.ask('go depth 2 searchmoves h2e2', 'bestmove'), engine.ask('go depth 2 searchmoves c3c4', 'bestmove')];
  assert.deepEqual([(await one).at(-1).split(' ')[1], (await two).at(-1).split(' ')[1]], ['h2e2', 'c3c4']);
  assert.ok((await two).every((line) => !/ pv (a3a4|h2e2)/.test(line)));
  const [ready, later] = [engine.ask('isready', 'readyok'), engine.ask('isready', 'readyok')];
  assert.equal(await Promise.race([later.then(() => 'later'), ready.then(() => 'ready')]), 'ready');
  assert.deepEqual([await ready, await later], [['readyok'], ['readyok']]);
  engine.position();
  const queued = engine.ask('d', 'never');
  engine.quit();
  await assert.rejects(queued, /ended/);
});

test('a line may contain line breaks and stays one', async () => {
  const engine = new Engine();
  await assert.rejects(engine.position('startpos\nquit'), /"quit"/);
  await engine.position('startpos\nmoves h2e2');
  assert.match((await engine.go('depth 1')).best, /^[a-i][5-9]/, 'a move of black');
  engine.quit();
  const task = '(define (domain d) (:predicates (lit ?l))\n (:action light :parameters (?l) :effect (lit ?l)))\n(define (problem p) (:domain d) (:objects a)\n (:init) (:goal (lit a)))';
  assert.deepEqual((await solve('plan', task)).plan, ['light(a)']);
  const ring = new Ring();
  for (const line of ['position startpos\nquit', '', 'go 炮']) assert.ok(ring.put(line));
  assert.deepEqual([ring.next(), ring.next(), ring.next(), ring.next()], ['position startpos\nquit', '', 'go 炮', null]);
});

/** Runs code in a program of its own. */
const run = (code) => spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8', timeout: 60_000 });

test('a saved game of one’s own is read and written, whatever was called before', () => {
  const rules = '[hexapawn]\nmaxRank = 3\nmaxFile = 3\ncustomPiece1 = p:mfWcfF\nstartFen = ppp/3/PPP w - - 0 1\nstalemateValue = loss\n';
  const game = { game: 'hexapawn', start: 'ppp/3/PPP w - - 0 1', moves: [{ move: 'b1b2' }], tags: { Rules: `hexapawn ${Buffer.from(rules).toString('base64url')}` } };
  const first = run(`import { writeGame } from ${JSON.stringify(PACKAGE.href)}; process.stdout.write(await writeGame(${JSON.stringify(game)}))`);
  assert.match(first.stdout, /\[Rules "hexapawn /, first.stderr);
  const second = run(`import { parseGame } from ${JSON.stringify(PACKAGE.href)}; const { games: [game] } = await parseGame(${JSON.stringify(first.stdout)}); console.log(game.game, game.moves[0].move)`);
  assert.equal(second.stdout, 'hexapawn b1b2\n', second.stderr);
});

test('no engine keeps a program alive or ends it', () => {
  const engine = (code) => run(`import { Engine } from ${JSON.stringify(PACKAGE.href)}; const engine = new Engine(); ${code}`);
  const answered = engine("console.log((await engine.go('depth 2')).best.length); engine.send('go infinite')");
  assert.deepEqual([answered.status, answered.stdout], [0, '4\n'], answered.stderr);
  const quit = engine("engine.go('infinite'); engine.go(); engine.position(); engine.ask('uci', 'never'); engine.send('isready'); engine.quit()");
  assert.deepEqual([quit.status, quit.stderr], [0, '']);
  const told = engine("const found = engine.go('infinite').catch((error) => console.log(error.message)); engine.quit(); await found");
  assert.deepEqual([told.status, told.stdout], [0, 'the engine has ended\n']);
});

test('the program does what its help says, and tells of an output that is full', { skip: process.platform !== 'linux' }, () => {
  const cli = new URL('./cli.js', PACKAGE).pathname;
  const run = (words, output = 'pipe', input = '') =>
    spawnSync(process.execPath, [cli, ...words], { encoding: 'utf8', timeout: 60_000, input, stdio: ['pipe', output, 'pipe'] });
  const lines = run(['--help']).stdout.split('\n').map((line) => /^  meihua (\S.*?) {2}/.exec(line)?.[1]).filter(Boolean);
  assert.ok(lines.length >= 3);
  // The bench is a check of its own in tests/web/run.
  for (const line of lines.filter((line) => line !== 'bench')) {
    const { status, stdout, stderr } = run(line.split(' '));
    assert.deepEqual([status, stderr], [0, ''], line);
    assert.ok(stdout, line);
  }
  for (const line of ['setoption name VariantPath value /etc/passwd', 'position file /etc/passwd', 'setoption name Debug Log File value /tmp/log']) {
    assert.match(run([], 'pipe', `${line}\n`).stdout, /: this build opens no files/, line);
  }
  const full = openSync('/dev/full', 'w');
  for (const [words, input] of [[['go', 'depth', '2'], ''], [[], 'uci\n'], [['--help'], '']]) {
    const { status, stderr } = run(words, full, input);
    assert.equal(status, 1, words);
    assert.match(stderr, /^meihua: standard output: .*no space left/, words);
  }
  closeSync(full);
});

test('what is no position, no time and no text is refused by name', async () => {
  for (const fen of [undefined, null, '', 3]) await assert.rejects(Board.fromFen(fen), { name: 'TypeError', message: /^fen: / });
  for (const call of [solve('river', ''), values('river', null), draw(''), draw(3)]) await assert.rejects(call, { name: 'TypeError', message: /^fen: / });
  await assert.rejects(Board.fromPddl(), { name: 'TypeError', message: /^domain: / });
  for (const movetime of [-1, NaN, Infinity]) await assert.rejects(solve('river', undefined, { movetime }), { name: 'RangeError', message: /^movetime: / });
  await assert.rejects(Board.fromFen('\ud800'), { name: 'TypeError', message: /^fen: a lone surrogate/ });
  const board = await Board.start();
  const refused = { 'count: ': () => board.undo(Infinity), 'depth: ': () => board.perft(-1), 'movetime: ': () => board.draw({ movetime: -1 }), 'pv: ': () => board.draw({ pv: 3 }) };
  for (const [name, call] of Object.entries(refused)) assert.throws(call, (error) => error.message.startsWith(name) && !/[iu](32|64|size)/.test(error.message), name);
  for (const call of [() => board.push(), () => board.moveName(undefined)]) assert.throws(call, { name: 'TypeError', message: 'move: expected a text, found undefined' });
  assert.ok(board.draw({ movetime: 100.5 }));
  assert.equal((await solve('river', undefined, { movetime: 100.5 })).value, 11);
  for (const file of [undefined, null, 3, new Blob(['1. h2e2'])]) await assert.rejects(parseGame(file), { name: 'TypeError', message: /^file: expected a text or bytes, found (undefined|null|3|Blob)$/ });
  await assert.rejects(Board.start('xiangqi', { variants: 3 }), { name: 'TypeError', message: /^variants: / });
  const bytes = new TextEncoder().encode('xx1. h2e2');
  const { games: [game] } = await parseGame(new DataView(bytes.buffer, 2));
  for (const [name, wrong] of [['game', null], ['game.game', {}], ['game.start', { game: 'xiangqi' }], ['game.moves', { ...game, moves: 'h2e2' }], ['game.moves[0].move', { ...game, moves: ['h2e2'] }]]) {
    await assert.rejects(writeGame(wrong), (error) => error.name === 'TypeError' && error.message.startsWith(`${name}: `), name);
  }
  await assert.rejects(writeGame({ ...game, tags: { Event: 'a\udfff' } }), /^TypeError: Event: a lone surrogate/);
  assert.deepEqual([typeof game.game, typeof game.start], ['string', 'string'], 'as the types say');
});

test('what is refused has no answer', async () => {
  const engine = new Engine();
  await assert.rejects(engine.game('chess'), /chess/);
  await assert.rejects(engine.go('depth 1'), /chess/, 'no move of the game before');
  await engine.game('xiangqi');
  engine.position('fen nonsense');
  await assert.rejects(engine.go('depth 1'), /nonsense/, 'no move of the position before');
  await assert.rejects(engine.position('startpos', ['h2e2', 'h2e2']), /h2e2/);
  await engine.position('startpos');
  await assert.rejects(engine.go('depth x'), /depth/);
  await assert.rejects(engine.go('banana'), /banana/);
  await engine.position('startpos', ['h2e2']);
  assert.match((await engine.go('depth 2')).best, /^[a-i][5-9]/, 'a move of black');
  const thinking = engine.go('infinite');
  const refused = engine.position('fen nonsense');
  assert.ok((await thinking).best);
  await assert.rejects(refused, /nonsense/, 'also behind a search');
  const lines = (await engine.position('startpos').then(() => engine.go('depth 2'))).lines;
  assert.ok(!lines.includes('readyok'), 'the lines are those of the search');
  engine.quit();
});

test('a session ends by quit', async () => {
  const engine = new Engine();
  await engine.ask('isready', 'readyok');
  await assert.rejects(engine.ask('quit', 'never'), /ended/);
});

test('a board knows the rules', async () => {
  const board = await Board.start();
  assert.equal(board.legalMoves().length, 44);
  assert.equal(board.perft(3), 79666);
  assert.equal(board.moveName('h2e2', 'chinese'), '炮二平五');
  assert.equal(board.moveName('a0a9'), null);
  const start = board.fen;
  assert.equal(board.push('h2e2').push('马8进7').undo(9), 2);
  assert.equal(board.fen, start);
  assert.throws(() => board.push('a0a9'), /a0a9/);
  assert.equal(board.outcome(), null);
  assert.ok(board.draw().startsWith('<svg'));
  const mated = await Board.fromFen('3k5/4R4/3R5/9/9/9/9/9/9/4K4 b - - 0 1');
  assert.deepEqual([mated.outcome()?.winner, mated.outcome()?.code], ['first', 'mate']);
  mated.close();
  // Its number may be another board's.
  await Board.start('cfour');
  const { fen } = await Board.start('cfour');
  for (const use of ['legalMoves', 'push', 'undo', 'outcome', 'moveName', 'perft', 'view', 'draw']) assert.throws(() => mated[use]('4'), /closed/, use);
  assert.throws(() => mated.fen, /closed/);
  mated.close();
  assert.equal(fen, (await Board.start('cfour')).fen);
  await assert.rejects(Board.fromFen('nonsense'), /nonsense|FEN|board/i);
});

test('every game has a board and a solution', async () => {
  for (const game of await games()) {
    const board = await Board.start(game);
    assert.ok(board.legalMoves().length > 0, game);
    assert.ok((await draw(undefined, { game })).includes('</svg>'), game);
    const { best, plan } = await solve(game, undefined, { movetime: 500 });
    assert.ok(board.legalMoves().includes(best), `${game}: ${best}`);
    assert.ok(plan.length > 0, game);
  }
  const river = await solve('river');
  assert.deepEqual([river.value, river.status, river.plan.length], [11, 'proven', 11]);
});

test('a game of one’s own is a text', async () => {
  const variants = '[hexapawn]\nmaxRank = 3\nmaxFile = 3\ncustomPiece1 = p:mfWcfF\nstartFen = ppp/3/PPP w - - 0 1\nstalemateValue = loss\nflagPiece = p\nflagRegionWhite = *3\nflagRegionBlack = *1\n';
  const board = await Board.start('hexapawn', { variants });
  assert.deepEqual(board.legalMoves().sort(), ['a1a2', 'b1b2', 'c1c2']);
  assert.equal(board.perft(3), 28);
  assert.equal((await games({ variants })).at(-1), 'hexapawn');
  assert.ok((await draw(undefined, { game: 'hexapawn', variants })).includes('</svg>'));
  await assert.rejects(Board.start('hexapawn', { variants: '[hexapawn]\nmaxRank = x' }), /line 2: maxRank/);
  await assert.rejects(Board.start('hexapawn'), /unknown game/);
  const engine = new Engine();
  await engine.game('hexapawn', { variants });
  await engine.position('startpos', ['b1b2']);
  assert.match((await engine.go('depth 20')).best, /^[ac]3b2$/);
  await assert.rejects(engine.game('hexapawn', { variants: '[hexapawn]\nmaxRank = x' }), /line 2: maxRank/);
  engine.quit();
});

test('a puzzle at its goal has a value, one without a plan has none, and a move that is not legal is refused', async () => {
  const solved = { best: null, plan: [], value: 0, bound: 0, status: 'proven', score: null };
  assert.deepEqual(await solve('sliding', '_W moves'), solved);
  assert.deepEqual(await solve('river', 'P1/-/- l 2'), solved);
  const none = { value: null, bound: null, status: 'proven' };
  assert.deepEqual(await solve('river', '4 4 2'), { ...none, best: null, plan: [], score: null });
  const all = Object.values(await values('river', '4 4 2'));
  assert.ok(all.length > 0);
  for (const worth of all) assert.deepEqual(worth, none);
  const engine = new Engine();
  await engine.position('startpos');
  await assert.rejects(engine.go('depth 3 searchmoves h2e3'), /not a legal move/);
  engine.quit();
  const text = await writeGame({ game: 'xiangqi', start: 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1', moves: [{ move: 'h2e2' }] });
  assert.match(new TextDecoder().decode(text), /h2e2|C2=5/);
});

test('a puzzle of one’s own is two texts', async () => {
  const file = readFileSync(new URL('../../../../examples/puzzles/torch.pddl', import.meta.url), 'utf8');
  const at = file.indexOf('(define (problem');
  const [domain, problem] = [file.slice(0, at), file.slice(at)];
  const board = await Board.fromPddl(domain, problem);
  const { plan, value, bound, status } = await solve('plan', board.fen);
  assert.deepEqual([value, bound, status, plan.length], [17, 17, 'proven', 5]);
  const worth = await values('plan', board.fen);
  assert.deepEqual(Object.keys(worth).sort(), board.legalMoves().sort());
  assert.deepEqual(worth[plan[0]], { value: 17, bound: 17, status: 'proven' });
  for (const move of plan) board.push(move);
  assert.equal(board.outcome()?.winner, 'first');
  assert.equal(board.undo(1), 1);
  assert.equal((await solve('plan', board.fen)).best, plan.at(-1));
  const lost = await Board.fromPddl(domain, problem.replace('(torch here)', ''));
  const { best, status: sure, value: none } = await solve('plan', lost.fen);
  assert.deepEqual([best, none, sure], [null, null, 'proven']);
  await assert.rejects(Board.fromPddl(domain, problem.replace('(torch here)', '(torsh here)')), /problem, line \d+ column \d+: found "\(torsh here\)/);
  await assert.rejects(Board.fromPddl('\n)'), /text, line 2 column 1/);
});

test('the puzzle of the README gives what it says', async () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, code] = /```js\n(import \{ Board, solve, values \}.*?)```/s.exec(readme);
  const said = [];
  const body = code.replace(/^import .*\n/, '').replaceAll('console.log(', 'log(');
  const AsyncFunction = (async () => {}).constructor;
  await new AsyncFunction('Board', 'solve', 'values', 'log', body)(Board, solve, values, (...words) => said.push(words.join(' ')));
  const promised = [...code.matchAll(/\/\/ (.*)/g)].flatMap(([, words]) => words.split(', '));
  assert.deepEqual(said, promised);
});

test('games are read and written', async () => {
  const { games: [game] } = await parseGame('1. C2=5 H8+7 2. H2+3');
  assert.equal(game.moves.length, 3);
  for (const format of ['pgn', 'pgn-chinese', 'xqf', 'iccs', 'json']) {
    const { games: [again] } = await parseGame(await writeGame(game, format));
    assert.equal(again.moves.length, 3, format);
  }
  const { result, ...without } = game;
  assert.equal((await parseGame(JSON.stringify(without))).games[0].result, result, 'a result may be missing');
  await assert.rejects(parseGame(''));
});
