//! The build and machine details that `--version` prints, the first things a bug report needs.

use std::sync::LazyLock;

/// The version, with the commit unless that is the one of a release.
pub(crate) const VERSION: &str = env!("MEIHUA_VERSION");

/// Version, build and machine, in several lines.
pub(crate) static LONG: LazyLock<String> = LazyLock::new(|| {
    let build = if cfg!(debug_assertions) { "debug" } else { "release" };
    format!(
        "{}\nbuild: {build} for {}-{}, {}; features: {}\nmachine: {}\ngames: {}",
        VERSION,
        std::env::consts::ARCH,
        std::env::consts::OS,
        compiled_for(),
        if cfg!(feature = "tuning") { "tuning" } else { "none" },
        machine(),
        meihua_engine::engine::registry::names(crate::GAMES),
    )
});

/// The instruction sets the compiler was allowed to use throughout.
fn compiled_for() -> &'static str {
    match (cfg!(target_arch = "x86_64"), cfg!(target_feature = "avx2"), cfg!(target_feature = "sse4.2")) {
        (true, true, _) => "x86-64-v3 throughout",
        (true, false, true) => "x86-64-v2 throughout",
        (true, ..) => "any x86-64, faster code is chosen at run time",
        _ => "the target's baseline",
    }
}

/// The level of this processor (as in the x86-64 psABI), and which of its features the engine uses.
#[cfg(target_arch = "x86_64")]
fn machine() -> String {
    use meihua_engine::games::xiangqi::processor::has_bit_instructions;
    let has_v2 = is_x86_feature_detected!("popcnt") && is_x86_feature_detected!("sse4.2");
    let has_bits = has_bit_instructions();
    let has_v3 = has_v2 && has_bits && is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
    let has_v4 = has_v3
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl");
    let level = match (has_v4, has_v3, has_v2) {
        (true, ..) => "x86-64-v4",
        (_, true, _) => "x86-64-v3",
        (.., true) => "x86-64-v2",
        _ => "x86-64-v1",
    };
    let used = if has_bits { "popcnt lzcnt bmi1 bmi2 in use" } else { "no bit instructions in use" };
    format!("{level}, {used}")
}

/// The level of this processor.
#[cfg(not(target_arch = "x86_64"))]
fn machine() -> String {
    format!("{}, no special instructions in use", std::env::consts::ARCH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_names_version_build_and_machine() {
        assert!(LONG.starts_with(VERSION), "{}", *LONG);
        assert!(VERSION.split('+').next() == Some(env!("CARGO_PKG_VERSION")), "{VERSION}");
        assert!(LONG.contains("build: ") && LONG.contains("machine: ") && LONG.contains("xiangqi"), "{}", *LONG);
    }
}
