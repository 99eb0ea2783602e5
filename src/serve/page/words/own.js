// The words of games of one's own.

/** By language. @type {Record<string, Record<string, string>>} */
export const OWN = {
  en: {
    'board.own': 'Board', 'own.text': 'The text of the rules', 'own.from': 'Start from', 'own.which': 'Game', 'own.fine': '{name} is a game: the board plays it.', 'own.ready': '{name} is a game. The button begins it; the board still has the game before.',
    'own.fault': 'Line {line}, {key}: {problem}', 'own.faultLine': 'Line {line}: {problem}', 'own.play': 'Play this text', 'own.more': 'and {n} more', 'own.endsAtOnce': 'It is over before it begins: {reason}. If pieces are to be put on the board, `pieceDrops = true` is missing.', 'own.noGame': 'A game begins with its name in brackets: [mygame].',
    'own.tooLong': 'The text is longer than {n} characters.', 'own.hand': 'In hand: {who}', 'own.inHand': '{piece}, {n} in hand', 'own.choose': 'How the move ends', 'own.leave': 'Cancel',
    'own.pass': 'Pass', 'own.passed': 'pass', 'own.promote': 'Promote', 'own.demote': 'Turn back', 'own.become': 'Becomes: {piece}', 'own.stay': 'Stay as it is', 'own.wall': 'wall',
    'own.piece': '{who}: {piece}', 'own.promoted': 'promoted {piece}', 'own.dropped': '{piece} to {to}', 'own.moved': '{piece} {from}-{to}', 'own.took': '{piece} {from}-{to}, takes {taken}',
    'own.becoming': '{moved}, becomes {piece}', 'own.noMove': 'No move goes to {at}.',
    'plan.noDomain': 'The domain is missing: drop its file on the page, or type it into its field.', 'plan.noProblem': 'The problem is missing: drop its file on the page, or type it into its field.', 'plan.place': 'There is a fault in line {line}, column {column}: {problem}.', 'plan.faultAt': 'There is a fault in line {line}, column {column}: {problem}. The text is open and can be mended.', 'plan.faultIn': 'There is a fault in the {part}, line {line}, column {column}: {problem}. The text is open and can be mended.',
    'plan.inDomain': 'domain', 'plan.inProblem': 'problem', 'plan.domain': 'The domain', 'plan.problem': 'The problem', 'plan.goal': 'Goal', 'plan.or': 'or', 'plan.holds': 'holds', 'plan.open': 'does not hold yet', 'plan.state': 'Now: {name}', 'plan.actions': 'What can be done', 'plan.none': 'Nothing can be done.',
    'plan.inLegend': 'picture', 'plan.legend': 'The picture: what is drawn where', 'plan.picture': 'A picture of the state', 'plan.lists': 'Everything that is true',
    'plan.tooManyStates': 'The graph has more than {most} states, too many to be drawn.', 'plan.statesLabel': 'States of the puzzle', 'plan.goalState': 'the goal',
    'plan.legendFog': 'A dashed border: one action away. ?: not seen yet.', 'plan.legendAll': 'Thick: the ways with the fewest actions. The number: actions left. ✗: a dead end. ★: the goal. A dashed border: one action away.',
    'legend.other': 'This is a picture, but of another puzzle: line {n}: {problem}.', 'legend.first': 'This is the picture of a puzzle. Open its puzzle first.',
    'legend.noRow': 'expected a line of places: row a1 b1 c1, or places left ~ right', 'legend.twice': '{name} stands in the picture twice', 'legend.many': 'expected at most {n} lines, and {n} words in each', 'legend.noName': 'expected the names of places behind it', 'legend.line': 'found "{word}", expected row, places, or a fact and a colon: at ?t ?c: tile ?t in ?c',
    'legend.predicate': 'the domain has no predicate "{name}"', 'legend.arguments': '{name} has {n} arguments', 'legend.look': 'found "{word}", expected tile, disc, bar or fill', 'legend.place': 'expected one name behind "{word}", and a place at the end: in ?c, or on ?b',
    'legend.size': 'found {word}, expected a size from 1x1 to 9x9', 'legend.word': 'found {word}, expected a size, a colour, or in and a place; a text is one word or stands in quotes', 'legend.variable': '{name} does not stand in the fact',
    'plan.fine': '{name} is a puzzle: the board shows it.', 'plan.ready': '{name} is a puzzle. The button begins it; the board still has the one before.', 'left.steps': '{n} actions', 'best.steps': '{n} actions', 'spent.steps': '{n} actions so far',
    'code.no-moves': 'no move left', 'code.full-board': 'the board is full', 'code.pieces-lost': 'the last pieces are lost', 'code.goal-reached': 'the goal is reached', 'code.checks-given': 'the last check is given',
    'code.connected': 'the pieces are connected', 'code.castling': 'castling decides', 'code.facing-generals': 'the generals face each other', 'code.both-passed': 'both sides passed', 'code.counting': 'the count has ended',
    'code.mate-by-a-dropped-pawn': 'a dropped pawn may not mate', 'code.mate-by-a-knight': 'a knight may not mate', 'code.rules': 'by the rules',
    'man.pawn': 'pawn', 'man.knight': 'knight', 'man.bishop': 'bishop', 'man.rook': 'rook', 'man.queen': 'queen', 'man.king': 'king', 'man.fers': 'fers', 'man.alfil': 'alfil', 'man.silver': 'silver general', 'man.gold': 'gold general',
    'man.archbishop': 'archbishop', 'man.chancellor': 'chancellor', 'man.amazon': 'amazon', 'man.shogiPawn': 'pawn', 'man.lance': 'lance', 'man.shogiKnight': 'knight', 'man.immobile': 'stone', 'man.cannon': 'cannon',
    'man.janggiCannon': 'cannon', 'man.soldier': 'soldier', 'man.horse': 'horse', 'man.elephant': 'elephant', 'man.janggiElephant': 'elephant', 'man.wazir': 'wazir', 'man.commoner': 'king', 'man.clobber': 'stone', 'man.breakthrough': 'pawn',
  },
  zh: {
    'board.own': '棋盘', 'own.text': '规则文本', 'own.from': '从现成的开始', 'own.which': '棋种', 'own.fine': '{name} 可以下了，棋盘已摆好。', 'own.ready': '{name} 可以下了，按下面的按钮开局；棋盘上还是原来的一局。',
    'own.fault': '第 {line} 行，{key}：{problem}', 'own.faultLine': '第 {line} 行：{problem}', 'own.play': '按此文本下棋', 'own.more': '另有 {n} 处', 'own.endsAtOnce': '一开始就结束了：{reason}。若要把棋子放上棋盘，须写明允许打入的键。', 'own.noGame': '一种棋以方括号里的名称开头。',
    'own.tooLong': '文本超过 {n} 字。', 'own.hand': '持子：{who}', 'own.inHand': '{piece}，持有 {n} 枚', 'own.choose': '这步棋怎样结束', 'own.leave': '取消',
    'own.pass': '停着', 'own.passed': '停着', 'own.promote': '升变', 'own.demote': '变回', 'own.become': '变为：{piece}', 'own.stay': '保持不变', 'own.wall': '墙',
    'own.piece': '{who}：{piece}', 'own.promoted': '升变的{piece}', 'own.dropped': '{piece} 打入 {to}', 'own.moved': '{piece} {from}-{to}', 'own.took': '{piece} {from}-{to}，吃{taken}',
    'own.becoming': '{moved}，变为 {piece}', 'own.noMove': '没有走到 {at} 的着法。',
    'plan.noDomain': '还缺领域：把它的文件拖到页面上，或写进它的文本栏。', 'plan.noProblem': '还缺问题：把它的文件拖到页面上，或写进它的文本栏。', 'plan.place': '第 {line} 行第 {column} 列有误：{problem}。', 'plan.faultAt': '第 {line} 行第 {column} 列有误：{problem}。文本已打开，可以改正。', 'plan.faultIn': '{part}第 {line} 行第 {column} 列有误：{problem}。文本已打开，可以改正。',
    'plan.inDomain': '领域', 'plan.inProblem': '问题', 'plan.domain': '领域', 'plan.problem': '问题', 'plan.goal': '目标', 'plan.or': '或', 'plan.holds': '已成立', 'plan.open': '尚未成立', 'plan.state': '现状：{name}', 'plan.actions': '可行的动作', 'plan.none': '没有可行的动作。',
    'plan.inLegend': '图例', 'plan.legend': '图例：什么画在哪里', 'plan.picture': '当前状态的图', 'plan.lists': '全部成立的事实',
    'plan.tooManyStates': '状态多于 {most} 个，画不下。', 'plan.statesLabel': '谜题的状态图', 'plan.goalState': '目标',
    'plan.legendFog': '虚线框：一个动作可达。?：尚未见到。', 'plan.legendAll': '粗线：动作最少的路径。数字：还需的动作数。✗：死路。★：目标。虚线框：一个动作可达。',
    'legend.other': '这是另一个谜题的图例。第 {n} 行：{problem}。', 'legend.first': '这是谜题的图例，请先打开该谜题。',
    'legend.noRow': '缺少位置行，如 row a1 b1 c1 或 places left ~ right', 'legend.twice': '{name} 在图中出现了两次', 'legend.many': '最多 {n} 行，每行最多 {n} 个词', 'legend.noName': '后面应写位置的名称', 'legend.line': '写的是“{word}”，应为 row、places，或事实加冒号，如 at ?t ?c: tile ?t in ?c',
    'legend.predicate': '领域中没有谓词“{name}”', 'legend.arguments': '{name} 有 {n} 个参数', 'legend.look': '写的是“{word}”，应为 tile、disc、bar 或 fill', 'legend.place': '“{word}”之后应有一个名称，末尾应写位置：in ?c 或 on ?b',
    'legend.size': '写的是 {word}，大小应为 1x1 到 9x9', 'legend.word': '写的是 {word}，应为大小、颜色，或 in 加位置；文字须为一个词或写在引号里', 'legend.variable': '{name} 不在事实之中',
    'plan.fine': '{name} 可以解了，棋盘已摆好。', 'plan.ready': '{name} 可以解了，按下面的按钮开始；棋盘上还是原来的谜题。', 'left.steps': '{n} 个动作', 'best.steps': '{n} 个动作', 'spent.steps': '已做 {n} 个动作',
    'code.no-moves': '无子可动', 'code.full-board': '棋盘已满', 'code.pieces-lost': '最后的棋子被吃', 'code.goal-reached': '到达目标', 'code.checks-given': '将军次数已满',
    'code.connected': '棋子连成一线', 'code.castling': '王车易位定胜负', 'code.facing-generals': '将帅照面', 'code.both-passed': '双方停着', 'code.counting': '数子结束',
    'code.mate-by-a-dropped-pawn': '打入的步兵不得将死对方', 'code.mate-by-a-knight': '马不得将死对方', 'code.rules': '依规则',
    'man.pawn': '兵', 'man.knight': '马', 'man.bishop': '象', 'man.rook': '车', 'man.queen': '后', 'man.king': '王', 'man.fers': '士', 'man.alfil': '象', 'man.silver': '银将', 'man.gold': '金将',
    'man.archbishop': '大主教', 'man.chancellor': '宰相', 'man.amazon': '女武神', 'man.shogiPawn': '步兵', 'man.lance': '香车', 'man.shogiKnight': '桂马', 'man.immobile': '棋子', 'man.cannon': '炮',
    'man.janggiCannon': '炮', 'man.soldier': '兵', 'man.horse': '马', 'man.elephant': '象', 'man.janggiElephant': '象', 'man.wazir': '将', 'man.commoner': '王', 'man.clobber': '棋子', 'man.breakthrough': '兵',
  },
};

/** Faults of games in Chinese, as far as they follow a pattern. @type {[RegExp, string][]} */
const CHINESE = [
  [/^unknown key$/, '没有这个键'], [/^found "(.*)", expected a number from (\d+) to (\d+)$/, '写的是“$1”，应为 $2 到 $3 的数'],
  [/^found "(.*)", expected the letter of a piece of this game \((.*)\)$/, '写的是“$1”，应为本棋某种棋子的字母（$2）'],
  [/^found "(.*)", expected a letter, or - for none$/, '写的是“$1”，应为一个字母；- 表示没有'], [/^found "(.*)", expected true or false$/, '写的是“$1”，应为 true 或 false'],
  [/^expected a letter, a colon and moves, such as (.*)$/, '应为字母、冒号和走法，如 $1'], [/^the parent "(.*)" is unknown.*$/, '没有名为“$1”的上级棋种：须写在上文，或是内置棋种'],
  [/^there is a game of this name above$/, '上文已有同名的棋'], [/^".*" is neither `key = value`.*$/, '应为“键 = 值”、“[名称]”或注释'],
  [/^the \] after the name of the game is missing$/, '棋名之后缺少 ]'], [/^found "(.*)", expected (.*)$/, '写的是“$1”，应为 $2'],
];

/** What is wrong with the text of a game, in Chinese; what follows no pattern stays as the engine says it. @param {string} problem */
export function inChinese(problem) {
  const known = CHINESE.find(([pattern]) => pattern.test(problem));
  return known ? problem.replace(known[0], known[1]) : problem;
}
