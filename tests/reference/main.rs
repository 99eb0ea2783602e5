//! What stands outside the project, in `../shared`: tables, towers, recordings and files of other programs. What is absent
//! shows as ignored, with the reason; the project has cases of its own for each in the other crates.

mod process_transcripts;
mod record_samples;
mod tables;
mod towers;
mod trial_cases;

use libtest_mimic::{Arguments, Trial};
use std::path::Path;
use std::process::ExitCode;

/// A trial that is ignored where `path` is absent.
fn trial(name: &str, path: &str, test: fn()) -> Trial {
    let test = move || {
        test();
        Ok(())
    };
    Trial::test(name, test).with_ignored_flag(!Path::new(path).exists())
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials = record_samples::trials();
    trials.push(trial(
        "recorded_clients_get_their_answers",
        process_transcripts::FOLDER,
        process_transcripts::recorded_clients_get_their_answers,
    ));
    trials.extend(tables::trials());
    trials.extend(towers::trials());
    trials.extend(trial_cases::trials());
    let told = |trial: Trial| match trial.has_ignored_flag() {
        true => trial.with_kind("not run: its files in ../shared are absent"),
        false => trial,
    };
    libtest_mimic::run(&arguments, trials.into_iter().map(told).collect()).exit_code()
}
