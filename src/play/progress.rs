//! The line shown while the engine thinks: depth, score, current line, time left. Only on a terminal.

use super::words;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use meihua_contracts::text::Notation;
use meihua_engine::engine::event::{Event, Info};
use meihua_engine::engine::session::Session;
use meihua_games::language::Language;
use meihua_games::say;
use std::fmt;
use std::time::{Duration, Instant};

/// Minimum time between two updates.
const TICK: Duration = Duration::from_millis(100);
/// Moves shown of a line.
const SHOWN: usize = 8;

/// The progress of one request to think.
pub(crate) struct Progress {
    bar: ProgressBar,
    notation: Notation,
    language: Language,
}

impl Progress {
    /// A progress line for thinking that may take `limit`; does nothing if nobody watches.
    pub(crate) fn new(is_watched: bool, limit: Option<Duration>, notation: Notation, language: Language) -> Progress {
        let bar = ProgressBar::new_spinner();
        bar.set_draw_target(if is_watched {
            ProgressDrawTarget::stdout_with_hz(10)
        } else {
            ProgressDrawTarget::hidden()
        });
        let deadline = limit.map(|limit| Instant::now() + limit);
        let unit = language.text("s left");
        // The template is a constant; should it be invalid, the default will do.
        if let Ok(style) = ProgressStyle::with_template("{spinner} {left}{wide_msg}") {
            let left = move |_: &ProgressState, text: &mut dyn fmt::Write| {
                if let Some(deadline) = deadline {
                    let left = deadline.saturating_duration_since(Instant::now());
                    let _ = write!(text, "{:.1} {unit}  ", left.as_secs_f64());
                }
            };
            bar.set_style(style.tick_chars("|/-\\ ").with_key("left", left));
        }
        bar.set_message(language.text("thinking"));
        if is_watched {
            bar.enable_steady_tick(TICK);
        }
        Progress { bar, notation, language }
    }

    /// Updates the line after an event.
    pub(crate) fn note(&self, session: &dyn Session, event: &Event) {
        if let Event::Info(info) = event
            && info.multi_pv == 1
            && !self.bar.is_hidden()
        {
            self.bar.set_message(self.text(session, info));
        }
    }

    fn text(&self, session: &dyn Session, info: &Info) -> String {
        let value = self.language.text(words::value(session.phrases(), info.value));
        let text = format!("{}  {value}", self.language.text(say!("depth {}", info.depth)));
        let shown = &info.pv[..info.pv.len().min(SHOWN)];
        let line = words::spell(session, shown, self.notation).join(" ");
        if line.is_empty() {
            format!("{text}  {}", self.language.text(say!("{} nodes", info.nodes)))
        } else {
            format!("{text}  {line}")
        }
    }
}

impl Drop for Progress {
    /// Removes the line.
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
