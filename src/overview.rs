//! The program's own help: its commands grouped by audience, in the user's language.

use clap::Command;
use meihua_games::language::Language;

/// A group of commands for one audience.
struct Group {
    /// The heading of the group, in English and Chinese.
    heading: [&'static str; 2],
    commands: &'static [&'static str],
}

const GROUPS: &[Group] = &[
    Group { heading: ["Players", "对局"], commands: &["play", "serve", "draw"] },
    Group {
        heading: ["Analysts", "分析"], commands: &["analyse", "library", "solve", "convert", "check", "generate"]
    },
    Group { heading: ["Authors of engines", "引擎开发"], commands: &["match", "bench", "mcp"] },
    Group {
        heading: ["Makers of evaluations and tables", "训练与制表"],
        commands: &["datagen", "train", "tables", "openings"],
    },
    Group { heading: ["The shell", "命令行"], commands: &["completions", "man", "help"] },
];

/// The commands in Chinese, one line each.
const CHINESE: &[(&str, &str)] = &[
    ("analyse", "分析对局：逐着评价，写成报告"),
    ("bench", "搜索固定局面，统计节点数；或搜索排局文件，统计杀棋"),
    ("check", "检查游戏描述文件（variants.ini 格式）或 PDDL 谜题"),
    ("completions", "输出 shell 的补全脚本"),
    ("convert", "转换棋谱格式"),
    ("datagen", "引擎自我对弈，生成训练用的对局"),
    ("draw", "画出局面、解法或状态图"),
    ("generate", "按种子生成魔塔"),
    ("help", "显示本帮助，或某个命令的帮助"),
    ("library", "棋谱库：收录、检索、局面统计、开局库"),
    ("man", "输出手册页"),
    ("match", "引擎之间的比赛"),
    ("mcp", "供语言模型和脚本调用的工具服务（MCP）"),
    ("openings", "制作四子棋的开局库"),
    ("play", "在终端里下棋、解谜"),
    ("serve", "在浏览器里打开棋盘"),
    ("solve", "求解：每行一个局面，每行一个答案"),
    ("tables", "象棋残局库：制作、检查、列出、查询"),
    ("train", "用自我对弈的对局训练网络"),
];

/// The text for a language.
fn pick(language: Language, texts: [&'static str; 2]) -> &'static str {
    let [english, chinese] = texts;
    match language {
        Language::En => english,
        Language::Zh => chinese,
    }
}

/// The command line with its commands in groups, one line each, in a language.
pub(crate) fn grouped(mut command: Command, language: Language) -> Command {
    if language == Language::Zh {
        for &(name, about) in CHINESE {
            if command.find_subcommand(name).is_some() {
                command = command.mut_subcommand(name, |known| known.about(about));
            }
        }
    }
    let usage = pick(language, ["Usage", "用法"]);
    let options = pick(language, ["Options", "选项"]);
    let groups = listed(&command, language);
    let template = format!(
        "{{before-help}}{{about-with-newline}}\n{usage}: {{usage}}\n{groups}\n{options}:\n{{options}}{{after-help}}"
    );
    let about = pick(
        language,
        [
            "Without a command, it is an engine that speaks UCI, UCCI and UGI on standard input and output",
            "不带命令时就是引擎：在标准输入输出上使用 UCI、UCCI 和 UGI 协议",
        ],
    );
    let more = pick(
        language,
        ["`meihua COMMAND --help` describes a command in detail.", "“meihua 命令 --help” 显示该命令的详细说明。"],
    );
    let help = command.get_after_help().map_or_else(|| more.to_owned(), ToString::to_string);
    command.about(about).help_template(template).after_help(help)
}

/// The commands by group; those without a group come last.
fn listed(command: &Command, language: Language) -> String {
    const WIDTH: usize = 12;
    let mut text = String::new();
    for group in GROUPS {
        let lines = group.commands.iter().filter_map(|name| {
            if *name == "help" {
                let about = pick(language, ["Print this help, or that of a command", "显示本帮助，或某个命令的帮助"]);
                return Some(format!("  {name:WIDTH$} {about}\n"));
            }
            let known = command.find_subcommand(name).filter(|known| !known.is_hide_set())?;
            let about = known.get_about().map(ToString::to_string).unwrap_or_default();
            Some(format!("  {name:WIDTH$} {}\n", about.lines().next().unwrap_or_default()))
        });
        let lines: String = lines.collect();
        if !lines.is_empty() {
            text += &format!("\n{}:\n{lines}", pick(language, group.heading));
        }
    }
    text
}

/// The names of all commands in a group.
#[cfg(test)]
pub(crate) fn known() -> impl Iterator<Item = &'static str> {
    GROUPS.iter().flat_map(|group| group.commands.iter().copied())
}
