//! Projects of the platform's templates before version 2.7, brought into the shape of the later ones.
//!
//! Items stood in one table for each property, doors had no keys of their own, and a floor's `ratio` was its `item_ratio`.

use serde_json::{Map, Value as Json, json};

/// The tables of an old items.js beside the one of the items themselves.
const TABLES: [&str; 4] = ["itemEffect", "useItemEffect", "canUseItemEffect", "equipCondition"];

/// Items as an object for each; those of later templates are such already.
pub(crate) fn items(json: Json) -> Json {
    let is_old = json.get("items").is_some_and(Json::is_object) && json.get("itemEffect").is_some_and(Json::is_object);
    let Json::Object(mut file) = json else { return json };
    if !is_old {
        return Json::Object(file);
    }
    let Some(Json::Object(mut items)) = file.remove("items") else { return Json::Object(file) };
    for table in TABLES {
        let Some(Json::Object(values)) = file.remove(table) else { continue };
        for (id, value) in values {
            if let Some(Json::Object(item)) = items.get_mut(&id) {
                item.insert(table.to_owned(), value);
            }
        }
    }
    Json::Object(items)
}

/// Doors with the keys that their ids name, where none in the file has its own. `steel_without_key`: the flag of the tower.
pub(crate) fn blocks(mut json: Json, steel_without_key: bool) -> Json {
    let Some(blocks) = json.as_object_mut() else { return json };
    let has_keys = blocks.values().any(|block| block.get("doorInfo").is_some());
    for block in blocks.values_mut().filter_map(Json::as_object_mut) {
        let is_steel = block.get("id").is_some_and(|id| id == "steelDoor");
        match block.get_mut("doorInfo").and_then(Json::as_object_mut) {
            Some(door) if is_steel && steel_without_key => drop(door.insert("keys".to_owned(), json!({}))),
            None => {
                if let Some(keys) = keys(block, steel_without_key).filter(|_| !has_keys) {
                    block.insert("doorInfo".to_owned(), json!({"keys": keys}));
                }
            }
            Some(_) => {}
        }
    }
    json
}

/// The keys of an old door or of a wall that opens; none of any other block.
fn keys(block: &Map<String, Json>, steel_without_key: bool) -> Option<Json> {
    let text = |name: &str| block.get(name).and_then(Json::as_str).unwrap_or("");
    let id = Some(text("id")).filter(|_| text("cls") == "terrains")?;
    match id.strip_suffix("Door") {
        Some("steel") if steel_without_key => Some(json!({})),
        Some(kind) => Some(json!({format!("{kind}Key"): 1})),
        None => id.ends_with("Wall").then(|| json!({})),
    }
}
