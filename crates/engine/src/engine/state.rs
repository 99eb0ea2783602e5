//! The long-running state of the process: the options, the current game, and the job in progress.

mod job;
mod position;

use super::config::Config;
use super::error::EngineError;
use super::event::Sink;
use super::fault::{Code, Fault};
use super::game_files::{self, Extended};
use super::option::{Kind, OptionError, OptionSpec, Setting};
use super::registry::{self, Entry, PositionsOnly, SavedGames};
use super::session::Session;
use super::thinker::think_here;
use crate::search::table::TableError;
use crate::sentence;
use crate::sentence::Sentence;
use crate::text::shorten;
use job::Job;

/// The engine's state. One thread owns it; it never blocks on a search.
pub struct Engine {
    /// The games of the program.
    own_games: &'static [Entry],
    /// They and those of a file or a text.
    games: &'static [Entry],
    /// Whether those came as a text; `None` if there are none.
    are_of_text: Option<bool>,
    config: Config,
    /// The current game, unless a project of it is open.
    plain: Box<dyn Session>,
    project: Option<Box<dyn Session>>,
    /// Why there is no position: the last one was refused. The session holds an earlier one then, about which nothing
    /// may be answered.
    refusal: Option<Fault>,
    job: Option<Job>,
    sink: Sink,
    banned: Vec<String>,
    /// Called during a search, if the serving thread runs the search itself.
    listen: Option<fn()>,
}

impl Engine {
    /// Starts with the first game at its start position; `None` if there are no games.
    pub fn new(games: &'static [Entry], sink: Sink) -> Option<Self> {
        let plain = (games.first()?.open)();
        Some(Engine {
            own_games: games,
            games,
            are_of_text: None,
            config: Config::default(),
            plain,
            project: None,
            refusal: None,
            job: None,
            sink,
            banned: Vec::new(),
            listen: None,
        })
    }

    /// The same engine without a thinking thread: its jobs wait for [`super::thinker::next_job`] and call `listen` now
    /// and then.
    #[must_use]
    pub(crate) fn thinking_here(mut self, listen: fn()) -> Self {
        think_here();
        self.listen = Some(listen);
        self
    }

    /// The games that can be chosen.
    pub fn games(&self) -> &'static [Entry] {
        self.games
    }

    /// The registry entry of the current game.
    pub fn entry(&self) -> Option<&'static Entry> {
        registry::find(self.games, self.session().name())
    }

    /// The reader and writer of saved games for the current game.
    pub fn saved_games(&self) -> &'static dyn SavedGames {
        self.entry().map_or(&PositionsOnly, |entry| entry.saved_games)
    }

    /// The options.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Changes options. Call it while idle.
    pub fn configure(&mut self, change: impl FnOnce(&mut Config)) {
        change(&mut self.config);
        self.apply_config();
    }

    fn apply_config(&mut self) {
        std::iter::once(&mut self.plain).chain(&mut self.project).for_each(|session| session.configure(&self.config));
    }

    /// Sets an option; the dialect decides whether 0 lets the engine choose a number.
    ///
    /// # Errors
    /// The value does not fit, or what it names cannot be used; the old value stays in force.
    pub fn set_option(
        &mut self,
        option: &OptionSpec,
        name: &'static str,
        value: &str,
        zero_is_auto: bool,
    ) -> Result<Setting, OptionError> {
        match option.kind {
            Kind::Variant => {
                self.choose(value).map_err(|cause| OptionError::Refused { name, cause: Box::new(cause) })?;
            }
            Kind::Games { is_text } => {
                return self.add_games(is_text, value).map_err(|cause| OptionError::Game { name, cause });
            }
            Kind::Button => self.session_mut().forget(),
            Kind::Check(_) | Kind::Spin { .. } | Kind::Combo { .. } | Kind::File(_) => {
                let set = option.kind.set(&mut self.config, name, value, zero_is_auto);
                self.apply_config();
                return set;
            }
        }
        Ok(Setting::Done)
    }

    /// Replaces the games that are not the program's own by those of a file, or of a text in hexadecimal. Nothing takes
    /// away what the same option added, and no more: some GUIs send the default of every option back.
    fn add_games(&mut self, is_text: bool, value: &str) -> Result<Setting, Sentence> {
        let is_empty = value.is_empty() || value.eq_ignore_ascii_case("<empty>");
        if is_empty && self.are_of_text != Some(is_text) {
            return Ok(Setting::Done);
        }
        let more = if is_empty {
            Extended { games: self.own_games, left_out: Vec::new() }
        } else if is_text {
            let bytes = crate::text::unhex(value).ok_or("expected the text of a file in hexadecimal")?;
            let text = String::from_utf8(bytes).map_err(|_| "the text is not UTF-8")?;
            game_files::extended(self.own_games, &text)?
        } else {
            game_files::extended_by_file(self.own_games, value)?
        };
        self.are_of_text = (!is_empty).then_some(is_text);
        Ok(self.play_games(more))
    }

    fn play_games(&mut self, Extended { games, left_out }: Extended) -> Setting {
        self.games = games;
        let current = self.session().name();
        let mut lost = Sentence::EMPTY;
        match registry::find(games, current) {
            // The current game goes on by its new rules, from its start.
            Some(entry) if !self.own_games.iter().any(|own| own.name == current) => self.open(entry),
            Some(_) => (),
            // Nobody asked for another game: nothing is answered about it until a position is set.
            None => {
                let news = sentence!("{} is gone, the game is {} now", current, games[0].name);
                self.open(&games[0]);
                self.refuse_position(Fault::new(Code::NoPosition, format!("{news}; no position is set")));
                lost = sentence!("; {}", news);
            }
        }
        let more = &games[self.own_games.len()..];
        let added = match more.len() {
            0 => Sentence::from("0 games added"),
            1 => sentence!("1 game added: {}", registry::names(more)),
            count => sentence!("{} games added: {}", count, registry::names(more)),
        };
        let faults = left_out.into_iter().map(|why| sentence!("; left out: {}", why)).collect();
        Setting::Adjusted(added.then(Sentence::Row(faults)).then(lost))
    }

    /// The current game.
    pub fn session(&self) -> &dyn Session {
        self.project.as_ref().unwrap_or(&self.plain).as_ref()
    }

    /// The current game.
    pub fn session_mut(&mut self) -> &mut dyn Session {
        self.project.as_mut().unwrap_or(&mut self.plain).as_mut()
    }

    /// Switches to a game by name or alias; does nothing if it is already the current one.
    pub fn choose(&mut self, name: &str) -> Result<(), EngineError> {
        let entry = registry::find(self.games, name)
            .ok_or_else(|| EngineError::Game { found: shorten(name), expected: registry::names(self.games) })?;
        if entry.name != self.session().name() {
            self.open(entry);
        }
        Ok(())
    }

    fn open(&mut self, entry: &Entry) {
        self.plain = (entry.open)();
        self.project = None;
        self.refusal = None;
        self.plain.configure(&self.config);
        self.banned.clear();
    }

    /// Allocates what a search needs.
    ///
    /// # Errors
    /// Says what could not be allocated; the search works with what there is.
    pub fn prepare(&mut self) -> Result<(), TableError> {
        self.session_mut().prepare()
    }
}
