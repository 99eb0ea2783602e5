//! The JSON of `convert` (see `docs/records.md`): one object per game, one after another.

use super::super::builder::Builder;
use super::super::decoded::Decoded;
use super::super::error::{Cause, Location, Trouble};
use super::super::game_record::GameRecord;
use super::super::result::GameResult;
use super::super::start::Recorders;
use super::super::tree::NodeId;
use super::super::write::json::JsonGame;
use super::source::GameSource;
use meihua_engine::engine::record_game::Convention;
use serde_json::de::IoRead;
use serde_json::{Deserializer, StreamDeserializer};
use std::io::Read;

/// Reads games from objects.
pub(crate) struct Json<R: Read> {
    objects: StreamDeserializer<'static, IoRead<Decoded<R>>, JsonGame>,
    recorders: Recorders,
    failed: bool,
}

impl<R: Read> Json<R> {
    /// Reads games from here.
    pub(crate) fn new(input: R, recorders: Recorders) -> Json<R> {
        Json { objects: Deserializer::from_reader(Decoded::new(input)).into_iter(), recorders, failed: false }
    }
}

impl<R: Read> GameSource for Json<R> {
    fn next_game(&mut self) -> Result<Option<GameRecord>, Trouble> {
        if self.failed {
            return Ok(None);
        }
        match self.objects.next() {
            None => Ok(None),
            Some(Ok(object)) => read(&object, &self.recorders).map(Some),
            Some(Err(error)) => {
                self.failed = true;
                let line = error.line() as u64;
                Err(Trouble::at_line(line, error.into()))
            }
        }
    }
}

fn read(object: &JsonGame, recorders: &Recorders) -> Result<GameRecord, Trouble> {
    let rules = object.tags.0.iter().find(|(name, _)| name == "Rules").map(|(_, text)| text.as_str());
    let kind = recorders.of_record(&object.game, rules)?;
    let kind = kind.ok_or_else(|| Recorders::unknown("game", &object.game))?;
    let start = kind.start(&object.start).map_err(|error| Cause::no_fen("start", &error))?;
    let mut builder = Builder::new(start);
    let record = builder.record();
    record.result = GameResult::parse(&object.result).unwrap_or_default();
    let own_rules = kind.rules_tag();
    let is_known = |(name, value): &&(String, String)| name == "Rules" && own_rules.as_ref() == Some(value);
    object.tags.0.iter().filter(|tag| !is_known(tag)).for_each(|(name, value)| record.tags.push(name, value));
    record.tree.add_comment(NodeId::ROOT, object.comment.as_deref().unwrap_or_default());
    // The nodes by their numbers; `None` for a move that could not be played.
    let mut nodes = vec![Some(NodeId::ROOT)];
    for mv in &object.moves {
        let parent = mv.parent.map_or(nodes.len() - 1, |parent| parent as usize);
        let node = nodes.get(parent).copied().flatten().and_then(|parent| {
            builder.go_to(parent);
            builder
                .play_text(&mv.mv, Convention::RanksFromZero)
                .map_err(|error| builder.refuse(Location::Whole, &error))
                .ok()
        });
        nodes.push(node);
        let Some(node) = node else { continue };
        let tree = &mut builder.record().tree;
        tree.add_comment(node, mv.comment.as_deref().unwrap_or_default());
        mv.marks.iter().for_each(|&mark| tree.add_mark(node, mark));
    }
    Ok(builder.finish())
}
