//! What is wrong with the rules of games that a file describes.

use super::Part;

pub(super) const RULES: Part = part![
    // The text as a whole.
    ("this program reads no files of games", "本程序不读棋种文件"),
    (
        "there is no game in it: a game begins with its name in brackets, such as [mygame]",
        "其中没有棋种：一种棋以方括号里的名称开头，如 [mygame]",
    ),
    (
        "this process has loaded {} games of files already; start it again to load others",
        "本进程已读入 {} 种棋；要读入别的，请重新启动",
    ),
    ("{}; and {} more (`meihua check` lists all)", "{}；另有 {} 处（`meihua check` 全部列出）"),
    ("option {}: {}", "选项 {}：{}"),
    ("0 games added", "已加入 0 种棋"),
    ("1 game added: {}", "已加入 1 种棋：{}"),
    ("{} games added: {}", "已加入 {} 种棋：{}"),
    ("; left out: {}", "；未收入：{}"),
    ("; {}", "；{}"),
    ("{} is gone, the game is {} now", "{} 已不在，现在的棋种是{}"),
    ("expected the text of a file in hexadecimal", "应为十六进制的文件文本"),
    ("the text is not UTF-8", "文本不是 UTF-8"),
    // Sections and lines.
    ("a game of the program itself has this name", "本程序已有这个名称的棋种"),
    ("a file has at most {} games", "一个文件最多 {} 种棋"),
    ("there is a game of this name above", "上文已有同名的棋"),
    (
        "the parent {} is unknown; it must stand above, or be one of the built-in games",
        "没有名为 {} 的上级棋种：须写在上文，或是内置棋种",
    ),
    (
        "its lines and those of its parents have more than 16384 bytes, too many for saved games",
        "连同上级棋种超过 16384 字节，存不进棋谱",
    ),
    ("{} is neither `key = value` nor `[name]` nor a comment", "{} 不是“键 = 值”、“[名称]”或注释"),
    ("{} stands before the first `[name]` and belongs to no game", "{} 写在第一个“[名称]”之前，不属于任何棋种"),
    ("the ] after the name of the game is missing", "棋名之后缺少 ]"),
    ("nothing may follow the ] on its line", "] 之后不能再有内容"),
    ("a game's name has 1 to 40 letters, digits, - and _", "棋名由 1 到 40 个字母、数字、- 和 _ 组成"),
    // Keys and their values.
    ("unknown key", "没有这个键"),
    ("found {}, expected {}", "读到 {}，应为 {}"),
    ("stands in line {} with another value already", "第 {} 行已写了另一个值"),
    ("{} in line {} has the letter {} already", "第 {2} 行的 {1} 已用字母 {3}"),
    ("not supported; only `{} = {}` is", "不支持；只支持 `{} = {}`"),
    ("a letter, or - for none", "一个字母；- 表示没有"),
    ("expected a letter, a colon and moves, such as k:NW", "应为字母、冒号和走法，如 k:NW"),
    (
        "its moves are fixed; use customPiece1 to customPiece25 for others",
        "它的走法是固定的；别的走法请用 customPiece1 到 customPiece25",
    ),
    ("expected White or Black after mobilityRegion", "mobilityRegion 之后应为 White 或 Black"),
    ("expected the name of a piece at the end of the key", "键的末尾应为棋子的名称"),
    ("W, F or K for neighbours to jump over, with directions if need be", "W、F 或 K，即可跳过的相邻格，必要时加方向",),
    ("a file: a to p, or 1 to 16", "列：a 到 p，或 1 到 16"),
    ("squares such as e4, *4 (a rank) or e* (a file)", "格，如 e4、*4（一行）或 e*（一列）"),
    ("squares of the board of {} files and {} ranks", "{} 列 {} 行的棋盘上的格"),
    ("the letter of a piece of this game ({})", "本棋某种棋子的字母（{}）"),
    ("pairs such as q:1", "q:1 这样的对"),
    ("letters of K, Q, k and q", "K、Q、k、q 中的字母"),
    // Moves of pieces.
    (
        "{} is no atom or modifier; atoms are W F D N A H C L Z J G K R B Q, modifiers m c i p g n f b l r s v h",
        "{} 既不是基本走法也不是修饰；基本走法有 W F D N A H C L Z J G K R B Q，修饰有 m c i p g n f b l r s v h",
    ),
    ("modifiers without an atom at the end", "末尾的修饰之后没有基本走法"),
    ("p and g stand before R, B or Q only, not before {}", "p 和 g 只能写在 R、B 或 Q 之前，不能写在 {} 之前"),
    ("n stands before N, A, Z or D only, not before {}", "n 只能写在 N、A、Z 或 D 之前，不能写在 {} 之前"),
    ("a rider cannot be lame", "连走的棋子不能有蹩腿"),
    ("initial moves (i) do not capture; write im", "初始走法（i）不吃子；请写 im"),
    // Keys that contradict others.
    (
        "{} does not go with a king; give the piece as `commoner` and use extinctionPieceTypes",
        "{}不能与王并用；请把这枚棋子写作 `commoner`，并用 extinctionPieceTypes",
    ),
    ("an explosion", "爆炸"),
    ("flipping", "翻子"),
    ("the duck", "鸭子"),
    ("walls and pieceDrops exclude each other", "墙与 pieceDrops 不能并用"),
    ("it needs checking = true", "需要 checking = true"),
    ("expected reversi, ataxx, quadwrangle or none", "应为 reversi、ataxx、quadwrangle 或 none"),
    ("expected reversi, ataxx, snort, anyside, top or none", "应为 reversi、ataxx、snort、anyside、top 或 none",),
    ("immune pieces do not go with royal ones", "免疫的棋子不能与王一类的棋子并用"),
    ("a second king would come; give the piece as `commoner`", "会出现第二枚王；请把这枚棋子写作 `commoner`"),
    ("expected the king, as the game has one", "应为王，因为本棋有王"),
    ("without effect; it needs {}", "没有作用；需要 {}"),
    ("a wallingRule other than none and past", "none 和 past 之外的 wallingRule"),
];
