// The words of games of one's own.

/** By language. @type {Record<string, Record<string, string>>} */
export const OWN = {
  en: {
    'board.own': 'Board', 'own.text': 'The text of the rules', 'own.from': 'Start from', 'own.which': 'Game', 'own.fine': '{name} is a game: the board plays it.',
    'own.fault': 'Line {line}, {key}: {problem}', 'own.faultLine': 'Line {line}: {problem}', 'own.play': 'Play this text', 'own.more': 'and {n} more', 'own.endsAtOnce': 'It is over before it begins: {reason}. If pieces are to be put on the board, `pieceDrops = true` is missing.', 'own.noGame': 'A game begins with its name in brackets: [mygame].',
    'own.tooLong': 'The text is longer than {n} characters.', 'own.hand': 'In hand: {who}', 'own.inHand': '{piece}, {n} in hand', 'own.choose': 'How the move ends', 'own.leave': 'Cancel',
    'own.pass': 'Pass', 'own.passed': 'pass', 'own.promote': 'Promote', 'own.demote': 'Turn back', 'own.become': 'Becomes: {piece}', 'own.stay': 'Stay as it is', 'own.wall': 'wall',
    'own.piece': '{who}: {piece}', 'own.promoted': 'promoted {piece}', 'own.dropped': '{piece} to {to}', 'own.moved': '{piece} {from}-{to}', 'own.took': '{piece} {from}-{to}, takes {taken}',
    'own.becoming': '{moved}, becomes {piece}', 'own.noMove': 'No move goes to {at}.',
    'plan.inDomain': 'domain', 'plan.inProblem': 'problem', 'plan.domain': 'The domain', 'plan.problem': 'The problem', 'plan.goal': 'Goal', 'plan.or': 'or', 'plan.holds': 'holds', 'plan.open': 'does not hold yet', 'plan.state': 'Now: {name}', 'plan.actions': 'What can be done', 'plan.none': 'Nothing can be done.',
    'plan.fine': '{name} is a puzzle: the board shows it.', 'left.steps': '{n} actions', 'best.steps': '{n} actions', 'spent.steps': '{n} actions so far',
    'code.no-moves': 'no move left', 'code.full-board': 'the board is full', 'code.pieces-lost': 'the last pieces are lost', 'code.goal-reached': 'the goal is reached', 'code.checks-given': 'the last check is given',
    'code.connected': 'the pieces are connected', 'code.castling': 'castling decides', 'code.facing-generals': 'the generals face each other', 'code.both-passed': 'both sides passed', 'code.counting': 'the count has ended',
    'code.mate-by-a-dropped-pawn': 'a dropped pawn may not mate', 'code.mate-by-a-knight': 'a knight may not mate', 'code.rules': 'by the rules',
    'man.pawn': 'pawn', 'man.knight': 'knight', 'man.bishop': 'bishop', 'man.rook': 'rook', 'man.queen': 'queen', 'man.king': 'king', 'man.fers': 'fers', 'man.alfil': 'alfil', 'man.silver': 'silver general', 'man.gold': 'gold general',
    'man.archbishop': 'archbishop', 'man.chancellor': 'chancellor', 'man.amazon': 'amazon', 'man.shogiPawn': 'pawn', 'man.lance': 'lance', 'man.shogiKnight': 'knight', 'man.immobile': 'stone', 'man.cannon': 'cannon',
    'man.janggiCannon': 'cannon', 'man.soldier': 'soldier', 'man.horse': 'horse', 'man.elephant': 'elephant', 'man.janggiElephant': 'elephant', 'man.wazir': 'wazir', 'man.commoner': 'king', 'man.clobber': 'stone', 'man.breakthrough': 'pawn',
  },
  zh: {
    'board.own': '棋盘', 'own.text': '规则文本', 'own.from': '从现成的开始', 'own.which': '棋种', 'own.fine': '{name} 可以下了，棋盘已摆好。',
    'own.fault': '第 {line} 行，{key}：{problem}', 'own.faultLine': '第 {line} 行：{problem}', 'own.play': '按此文本下棋', 'own.more': '另有 {n} 处', 'own.endsAtOnce': '一开始就结束了：{reason}。若要把棋子放上棋盘，须写明允许打入的键。', 'own.noGame': '一种棋以方括号里的名称开头。',
    'own.tooLong': '文本超过 {n} 字。', 'own.hand': '持子：{who}', 'own.inHand': '{piece}，持有 {n} 枚', 'own.choose': '这步棋怎样结束', 'own.leave': '取消',
    'own.pass': '停着', 'own.passed': '停着', 'own.promote': '升变', 'own.demote': '变回', 'own.become': '变为：{piece}', 'own.stay': '保持不变', 'own.wall': '墙',
    'own.piece': '{who}：{piece}', 'own.promoted': '升变的{piece}', 'own.dropped': '{piece} 打入 {to}', 'own.moved': '{piece} {from}-{to}', 'own.took': '{piece} {from}-{to}，吃{taken}',
    'own.becoming': '{moved}，变为 {piece}', 'own.noMove': '没有走到 {at} 的着法。',
    'plan.inDomain': '领域', 'plan.inProblem': '问题', 'plan.domain': '领域', 'plan.problem': '问题', 'plan.goal': '目标', 'plan.or': '或', 'plan.holds': '已成立', 'plan.open': '尚未成立', 'plan.state': '现状：{name}', 'plan.actions': '可行的动作', 'plan.none': '没有可行的动作。',
    'plan.fine': '{name} 可以解了，棋盘已摆好。', 'left.steps': '{n} 个动作', 'best.steps': '{n} 个动作', 'spent.steps': '已做 {n} 个动作',
    'code.no-moves': '无子可动', 'code.full-board': '棋盘已满', 'code.pieces-lost': '最后的棋子被吃', 'code.goal-reached': '到达目标', 'code.checks-given': '将军次数已满',
    'code.connected': '棋子连成一线', 'code.castling': '王车易位定胜负', 'code.facing-generals': '将帅照面', 'code.both-passed': '双方停着', 'code.counting': '数子结束',
    'code.mate-by-a-dropped-pawn': '打入的步兵不得将死对方', 'code.mate-by-a-knight': '马不得将死对方', 'code.rules': '依规则',
    'man.pawn': '兵', 'man.knight': '马', 'man.bishop': '象', 'man.rook': '车', 'man.queen': '后', 'man.king': '王', 'man.fers': '士', 'man.alfil': '象', 'man.silver': '银将', 'man.gold': '金将',
    'man.archbishop': '大主教', 'man.chancellor': '宰相', 'man.amazon': '女武神', 'man.shogiPawn': '步兵', 'man.lance': '香车', 'man.shogiKnight': '桂马', 'man.immobile': '棋子', 'man.cannon': '炮',
    'man.janggiCannon': '炮', 'man.soldier': '兵', 'man.horse': '马', 'man.elephant': '象', 'man.janggiElephant': '象', 'man.wazir': '将', 'man.commoner': '王', 'man.clobber': '棋子', 'man.breakthrough': '兵',
  },
};
