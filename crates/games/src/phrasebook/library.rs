//! What is wrong with a library of games, and with what is asked of it.

use super::Part;

pub(super) const LIBRARY: Part = part![
    ("library: {}", "棋谱库：{}"),
    ("this program reads no books and libraries", "此程序不读开局库和棋谱库"),
    ("{} is not {}", "{} 不是{}"),
    ("a library of games", "棋谱库"),
    ("a library or an .obk book", "棋谱库或 .obk 开局库"),
    ("a regular file", "普通文件"),
    (
        "{} was written by a newer version: its schema is {}, and this program knows up to {}",
        "{} 由更新的版本写成：其格式为第 {} 版，此程序只认到第 {} 版",
    ),
    (
        "there is no library {}; `meihua library add FILES` makes one",
        "没有棋谱库 {}；用 `meihua library add 文件` 建立"
    ),
    ("no folder for data ({}); name a file with --library", "没有存放数据的文件夹（{}）；请用 --library 指定文件"),
    ("the library is damaged: {}", "棋谱库已损坏：{}"),
    ("an indexed move is not legal", "索引中有不合法的着法"),
    ("{} do not fit the game", "{} 与棋局不符"),
    ("a record holds no game", "有一份记录中没有棋局"),
    ("ply {} of a game is not a legal move", "有一局的第 {} 着不合法"),
    (
        "{} is not a game for two that this program knows; if a file describes it, name that file with --variants",
        "{} 不是此程序所知的两人棋；如果它写在文件里，请用 --variants 指定该文件",
    ),
    (
        "the library has games of {} by other rules; give that game another name, or leave its file out",
        "棋谱库中已有规则不同的 {}；请给这种棋换个名字，或不用它的文件",
    ),
    ("{}; no game is named, so a position of {} is expected", "{}；没有指明棋种，应为 {} 的局面"),
    ("line {}: not a row of `meihua analyse --jsonl`: {}", "第 {} 行不是 `meihua analyse --jsonl` 的一行：{}"),
    // Queries.
    ("bad query: {}", "查询有误：{}"),
    ("bad {} {}, expected {}", "{} {} 有误，应为{}"),
    ("say which games to remove, or --all", "请说明要删除哪些棋局，或用 --all"),
    ("request", "请求"),
    ("query", "查询"),
    ("pattern", "图形"),
    ("sequence", "着法序列"),
    ("lasting", "持续局面数"),
    ("date", "日期"),
    ("result", "结果"),
    ("number of plies", "着数"),
    ("number of a game", "棋局编号"),
    ("player", "棋手"),
    ("event", "赛事"),
    ("source", "来源"),
    ("opening", "开局"),
    ("comment", "评注"),
    (
        "stats, find with a query as JSON, game N, or add HEX",
        " stats、find 和 JSON 查询、game 编号，或 add 和十六进制数字"
    ),
    ("a whole number", "整数"),
    ("an object, such as {\"player\":[\"NAME\"]}", "对象，例如 {\"player\":[\"姓名\"]}"),
    ("an even number of hexadecimal digits", "偶数个十六进制数字"),
    ("`startpos moves` and the moves", " `startpos moves` 和着法"),
    (
        "rows of a board from the top, joined by /: a letter is a piece, . an empty square, ? anything, and a digit that \
         many empty squares",
        "自上而下的各行，以 / 相连：字母是棋子，. 是空格，? 是任意，数字是连续的空格数",
    ),
    ("at most as many rows and columns as the board has", "不超过棋盘的行数和列数"),
    ("the pieces of Red and of Black, such as RNP RC", "红方和黑方的棋子，例如 RNP RC"),
    (
        "moves of xiangqi such as h2e2, columns of four in a row, or moves of the game that is named, and patterns, \
         separated by spaces",
        "象棋着法（如 h2e2）、四子棋的列或所指棋种的着法，以及图形，以空格分隔",
    ),
    ("a text that is not empty", "非空的文字"),
    ("a number from 1, beside material", "从 1 起的数，与子力同用"),
    ("1999, 1999-12 or 1999-12-31", " 1999、1999-12 或 1999-12-31"),
    ("1-0, 0-1, 1/2-1/2 or *", " 1-0、0-1、1/2-1/2 或 *"),
    ("40, 40-80, 40- or -80", " 40、40-80、40- 或 -80"),
    ("one that `find` prints", " `find` 列出的编号"),
    // What SQLite says.
    (
        "the library is in use by somebody who writes, or has not read to the end; try again",
        "棋谱库正在使用：别人在写入，或还没有读完；请再试",
    ),
    ("the disk is full; the library is as it was before", "磁盘已满；棋谱库保持原样"),
    ("the file cannot be read or written; the library is as it was before", "文件不能读写；棋谱库保持原样"),
    ("the library is damaged", "棋谱库已损坏"),
    ("the file is not a library", "文件不是棋谱库"),
    ("the file or its folder cannot be written", "文件或其文件夹不能写入"),
    ("the file cannot be opened", "文件不能打开"),
];
