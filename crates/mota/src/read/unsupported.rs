//! What of a tower is not understood and may matter in a game of it. Where there is anything, nothing is proven.

use crate::read::old_format;
use crate::read::report::{Issue, Severity};
use crate::read::source::Files;
use crate::read::template;
use crate::rules::model::{Block, Project, Tile};
use rustc_hash::FxHashSet;
use serde_json::Value as Json;

/// The numbers of the issues that may matter: those of blocks, monsters and items that no floor and no event of the tower has
/// are left out. `put` are the blocks that events name.
pub(crate) fn find(project: &Project, files: &Files, put: &FxHashSet<Tile>) -> Vec<usize> {
    let mut used = put.clone();
    used.extend(project.floors.iter().flat_map(|floor| &floor.map));
    let items = files.json_if_any("items.js").ok().flatten().map_or(Json::Null, old_format::items);
    let seen = Seen { project, files, items, used };
    let issues = project.report.issues.iter().enumerate();
    let issues = issues.filter(|(_, issue)| issue.severity != Severity::Ignored);
    issues.filter(|(_, issue)| seen.may_matter(issue)).map(|(number, _)| number).collect()
}

struct Seen<'a> {
    project: &'a Project,
    files: &'a Files,
    items: Json,
    used: FxHashSet<Tile>,
}

impl Seen<'_> {
    fn may_matter(&self, issue: &Issue) -> bool {
        match issue.floor.as_str() {
            "maps.js" => {
                let number = issue.place.split(' ').next().unwrap_or_default();
                number.parse().map_or(true, |number| self.used.contains(&number))
            }
            "enemys.js" => {
                let enemy = self.project.tables.enemies.find(&issue.place);
                self.stands(|block| block.enemy.is_some() && block.enemy == enemy) || self.is_named(&issue.place)
            }
            "items.js" => {
                let item = self.project.tables.items.find(&issue.place);
                self.stands(|block| block.item.is_some() && block.item == item) || self.is_named(&issue.place)
            }
            _ => true,
        }
    }

    fn stands(&self, test: impl Fn(&Block) -> bool) -> bool {
        self.used.iter().filter_map(|&number| self.project.block(number)).any(test)
    }

    /// Whether a floor, an event, an item or the hero's start names an id.
    fn is_named(&self, id: &str) -> bool {
        let marks = [format!("\"{id}\""), format!("'{id}'"), format!(":{id}")];
        let names = |text: &str| marks.iter().any(|mark| text.contains(mark.as_str()));
        let is_list =
            |path: &str| matches!(path, "maps.js" | "enemys.js" | "items.js") || template::FILES.contains(&path);
        let items = self.items.as_object().into_iter().flatten();
        self.files.texts().any(|(path, text)| !is_list(path) && names(text))
            || items.filter(|(item, _)| *item != id).any(|(_, item)| names(&item.to_string()))
    }
}
