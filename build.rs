//! The version with its commit, as the environment variable `MEIHUA_VERSION`: `1.0.0` for the commit with that tag and outside a
//! repository, else `1.0.0+0123abcde`, with `.modified` if the tree was changed.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=.git/logs/HEAD");
    let version = env!("CARGO_PKG_VERSION");
    let described =
        git(&["describe", "--always", "--abbrev=9", "--match", &format!("v{version}"), "--dirty=.modified"]);
    // A package unpacked inside another repository is no tree of that one.
    let is_ours = git(&["rev-parse", "--show-prefix"]).is_some_and(|prefix| prefix.is_empty());
    let commit = described.filter(|described| is_ours && *described != format!("v{version}"));
    let commit = commit.map(|commit| commit.rsplit("-g").next().unwrap_or_default().to_owned());
    println!("cargo:rustc-env=MEIHUA_VERSION={version}{}", commit.map_or(String::new(), |commit| format!("+{commit}")));
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
