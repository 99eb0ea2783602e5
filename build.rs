//! The version with its commit, as the environment variable `MEIHUA_VERSION`: `1.0.0` for the commit with that tag and outside a
//! repository, else `1.0.0+0123abcde`, with `.modified` if the tree was changed.
//! And what makes the program smaller: functions of the same code are kept once, where the linker can do that (0.3 MB), and the
//! scripts of the page are held without their comments.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

#[path = "src/serve/comments.rs"]
mod comments;

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=src/serve/comments.rs");
    println!("cargo:rerun-if-changed=src/serve/page");
    write_scripts(Path::new("src/serve/page"), &PathBuf::from(env::var("OUT_DIR").unwrap_or_default()).join("page"))?;
    println!("cargo:rerun-if-changed=.git/logs/HEAD");
    let version = env!("CARGO_PKG_VERSION");
    let described =
        git(&["describe", "--always", "--abbrev=9", "--match", &format!("v{version}"), "--dirty=.modified"]);
    // A package unpacked inside another repository is no tree of that one.
    let is_ours = git(&["rev-parse", "--show-prefix"]).is_some_and(|prefix| prefix.is_empty());
    let commit = described.filter(|described| is_ours && *described != format!("v{version}"));
    let commit = commit.map(|commit| commit.rsplit("-g").next().unwrap_or_default().to_owned());
    println!("cargo:rustc-env=MEIHUA_VERSION={version}{}", commit.map_or(String::new(), |commit| format!("+{commit}")));
    if can_link_with(FOLD) {
        println!("cargo:rustc-link-arg-bins={FOLD}");
    }
    Ok(())
}

/// Writes the scripts of a folder without their comments.
fn write_scripts(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let copy = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            write_scripts(&path, &copy)?;
        } else if path.extension().is_some_and(|extension| extension == "js") {
            fs::write(copy, comments::without_comments(&fs::read_to_string(&path)?))?;
        }
    }
    Ok(())
}

/// LLD, gold and mold know it; GNU ld does not. Rust links for Linux with LLD since 1.90, unless told otherwise.
const FOLD: &str = "-Wl,--icf=all";

/// Whether an empty program for this machine links with this argument and the linker and flags of this build.
fn can_link_with(argument: &str) -> bool {
    let read = |name| env::var(name).unwrap_or_default();
    if read("TARGET") != read("HOST") || read("CARGO_CFG_TARGET_OS") != "linux" {
        return false;
    }
    let folder = PathBuf::from(read("OUT_DIR"));
    let source = folder.join("empty.rs");
    let flags = read("CARGO_ENCODED_RUSTFLAGS");
    let mut rustc = Command::new(read("RUSTC"));
    rustc.args(flags.split('\u{1f}').filter(|flag| !flag.is_empty()));
    if let Ok(linker) = env::var("RUSTC_LINKER") {
        rustc.arg(format!("-Clinker={linker}"));
    }
    rustc.arg(format!("-Clink-arg={argument}")).arg("-o").arg(folder.join("empty")).arg(&source);
    fs::write(&source, "fn main() {}").is_ok() && rustc.output().is_ok_and(|output| output.status.success())
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
