//! The code of the platform's tools: which texts of it are known, and what they do.
//!
//! A tower's items.js holds code for what a tool does and when it may be used. Code is never run: a text that the platform's
//! template has, or had, stands for the rule in [`crate::rules::tools`]; a condition that is an expression is read as one; any other text
//! is refused by name. The table of the tower says what such a tool does instead (`tools`).

use crate::read::Reader;
use crate::read::code;
use crate::read::report::{Place, Severity};
use crate::read::source::SourceError;
use crate::read::token::tokens;
use crate::rules::expression::{Expression, Parser, Tables};
use crate::rules::model::Tool;
use meihua_contracts::fnv::fnv;
use serde_json::Value as Json;

/// How a tool acts.
#[derive(Clone, Debug, Default)]
pub struct Use {
    /// On all four sides; else on the cell that the hero faces.
    pub around: bool,
    /// Bombs kill monsters with fewer hp than this alone.
    pub(crate) below: Option<f64>,
    /// Where this does not hold, it cannot be used.
    pub(crate) when: Option<Expression>,
}

/// Texts of what tools do: the tool, whether it acts on all four sides, and the fingerprint of its text.
const EFFECTS: [(Tool, bool, u64); 22] = [
    (Tool::Pickaxe, false, 0x0a57_3864_3bb2_534c),
    (Tool::Pickaxe, false, 0xb543_625b_81a5_39b0),
    (Tool::Pickaxe, true, 0x9818_fdee_cac1_34ef),
    (Tool::Pickaxe, true, 0x8d96_4cb5_7009_7d0b),
    (Tool::Bomb, false, 0x77b3_cc96_73f8_d237),
    (Tool::Bomb, false, 0x028d_0906_205b_d7ea),
    (Tool::Bomb, false, 0x8576_9467_af71_15d7),
    (Tool::Bomb, false, 0x3fae_b733_9dd0_8878),
    (Tool::Bomb, true, 0x26cb_2eb8_2a5b_af38),
    (Tool::Bomb, true, 0x03e6_8ab8_bc56_8603),
    (Tool::Bomb, true, 0xa719_7f49_1557_4230),
    (Tool::Bomb, true, 0x6ce4_7180_78ee_e939),
    (Tool::BigKey, false, 0x3056_75d8_c773_25f2),
    (Tool::CenterFly, false, 0x989f_502d_c06b_0536),
    (Tool::CenterFly, false, 0x16fc_5c1a_f66a_f0de),
    (Tool::DownFly, false, 0xa1ce_438c_2d47_a7da),
    (Tool::UpFly, false, 0x3f13_c5a3_a8c5_c2e8),
    (Tool::Earthquake, false, 0xc437_6e3a_df44_1a8d),
    (Tool::Earthquake, false, 0x9840_3d7d_403f_9f8f),
    (Tool::Earthquake, false, 0x3065_0c72_7a86_da0a),
    (Tool::IcePickaxe, false, 0x7b86_b6b2_cc04_f826),
    (Tool::IcePickaxe, false, 0xafcd_ac2f_7a90_d7bc),
];

/// Texts of when tools may be used, which is where they do something.
const CONDITIONS: [(Tool, u64); 8] = [
    (Tool::BigKey, 0xd6fd_8f17_9560_5497),
    (Tool::CenterFly, 0x022d_6698_6674_f636),
    (Tool::CenterFly, 0x9f3f_19ea_c4e0_dc38),
    (Tool::CenterFly, 0xf2f2_dace_a9a2_4830),
    (Tool::DownFly, 0x2b60_1f33_d28d_3cc3),
    (Tool::Earthquake, 0xa1a4_225f_341e_5b73),
    (Tool::IcePickaxe, 0x1022_b952_3b13_8c00),
    (Tool::UpFly, 0x65b7_6fee_93e3_aa1e),
];

/// Functions that only show or sound.
const SHOWS: [&str; 5] = ["core.playSound(", "core.drawTip(", "core.redrawMap(", "core.clearMap(", "core.drawHero("];

/// How a tool of the platform acts by its code; nothing where the code is not known, which is reported.
pub(crate) fn of_tool(tool: Tool, id: &str, json: &Json, reader: &mut Reader) -> Result<Use, usize> {
    if let Some(told) = reader.tools.get(id) {
        return Ok(told.clone());
    }
    let mut refuse = |what: String| reader.report.note(&Place::new("items.js", id), Severity::Refused, what);
    let effect = text(json, "useItemEffect");
    let around = if code::is_empty(effect) {
        // Data without its code: the template's rule.
        Some(false)
    } else {
        let print = fnv(quiet(code::normal(effect)).as_bytes());
        EFFECTS.iter().find(|known| (known.0, known.2) == (tool, print)).map(|known| known.1)
    };
    if json.get("useItemEvent").and_then(Json::as_array).is_some_and(|event| !event.is_empty()) {
        return Err(refuse("useItemEvent: an event of its own, expected none for a tool of the platform".to_owned()));
    }
    let Some(around) = around else {
        return Err(refuse("useItemEffect: code that the platform's template does not have".to_owned()));
    };
    let when = when(Some(tool), json, &mut reader.tables)
        .map_err(|what| reader.report.note(&Place::new("items.js", id), Severity::Refused, what))?;
    Ok(Use { around, below: None, when })
}

/// When an item may be used, by its code; none where that is always, or wherever it does something.
///
/// # Errors
/// Why the code is not understood.
pub(crate) fn when(tool: Option<Tool>, json: &Json, tables: &mut Tables) -> Result<Option<Expression>, String> {
    // Templates before 2.10 have another name for that of equipment.
    let condition = ["canUseItemEffect", "equipCondition"].map(|name| text(json, name));
    let condition = condition.into_iter().find(|code| !code.is_empty()).unwrap_or("");
    let normal = code::normal(condition);
    let print = fnv(normal.as_bytes());
    if matches!(normal.as_str(), "" | "true" | "true;")
        || CONDITIONS.iter().any(|&(of, known)| (Some(of), known) == (tool, print))
    {
        return Ok(None);
    }
    let body = body(condition);
    let parsed = tokens(body.unwrap_or(condition));
    let parsed = parsed.and_then(|tokens| Parser::new(&tokens, tables).result(body.is_some()));
    parsed.map(Some).map_err(|error| format!("canUseItemEffect: {error}"))
}

/// What stands in a function that is called at once: `(function () { … })();`.
fn body(code: &str) -> Option<&str> {
    let (head, body) = code.trim().split_once('{')?;
    let is_function = code::normal(head) == "(function()";
    let (body, tail) = body.rsplit_once('}')?;
    let ends = matches!(code::normal(tail).trim_end_matches(';'), ")()");
    (is_function && ends).then_some(body)
}

fn text<'a>(json: &'a Json, name: &str) -> &'a str {
    json.get(name).and_then(Json::as_str).unwrap_or("")
}

/// A code without its blanks, and without what only shows or sounds.
fn quiet(mut normal: String) -> String {
    for call in SHOWS {
        while let Some(at) = normal.find(call) {
            let mut depth = 0_u32;
            let inside = normal[at..].char_indices().find(|(_, letter)| {
                depth += u32::from(*letter == '(');
                depth -= u32::from(*letter == ')' && depth > 0);
                *letter == ')' && depth == 0
            });
            let end = inside.map_or(normal.len(), |(length, _)| at + length + 1);
            let end = if normal[end..].starts_with(';') { end + 1 } else { end };
            normal.replace_range(at..end, "");
        }
    }
    normal
}

/// What the table of the tower says of tools: `{"pickaxe": {"around": true, "when": …}, "bomb": {"below": 500}}`.
///
/// # Errors
/// A condition that is no expression.
pub(crate) fn of_table(table: &Json, file: &str, reader: &mut Reader) -> Result<(), SourceError> {
    for (id, told) in table.get("tools").and_then(Json::as_object).into_iter().flatten() {
        let around = told.get("around").and_then(Json::as_bool).unwrap_or(false);
        let below = told.get("below").and_then(Json::as_f64);
        let when = told.get("when").and_then(Json::as_str);
        let when = when.map(|when| reader.condition(file, &format!("tools {id}"), when)).transpose()?;
        reader.tools.insert(id.clone(), Use { around, below, when });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::expression;

    #[test]
    fn what_only_shows_does_not_count() {
        assert_eq!(quiet(code::normal("a(); core.drawTip(b('x') + c, d); core.playSound('y')\ne();")), "a();e();");
        assert_eq!(quiet("core.drawTip(".to_owned()), "");
    }

    #[test]
    fn a_function_of_variables_and_a_return_is_what_it_returns() {
        let read = |code: &str| {
            let item = serde_json::json!({ "canUseItemEffect": code });
            when(None, &item, &mut Tables::default()).ok().flatten()
        };
        let five = expression::parse("2 + 3 > 4", &mut Tables::default()).ok();
        assert_eq!(read("(function () {\n\treturn 2 + 3 > 4;\n})();"), five);
        assert_eq!(read("(function () {\n\tvar a = 2,\n\t\tb = 3; // both\n\treturn a + b > 4;\n})()"), five);
        assert_eq!(read("(function () { core.drawTip(''); return true; })()"), None);
    }
}
