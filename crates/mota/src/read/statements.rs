//! The effects of items and the scripts of blocks: short statements of code, read as actions.
//!
//! `core.status.hero.atk += 3; core.setFlag('sword', 1);` and its like. What only shows or sounds is left out. The actions that
//! `core.insertAction` names run after the statements, as the platform does it.

use crate::read::token::{Token, tokens};
use crate::rules::action::{Action, Actions, Assign, CellOf, FloorOf, Target};
use crate::rules::expression::{Expression, ExpressionError, Parser, Stat, Tables};
use crate::rules::model::Tile;
use crate::rules::value::Value;
use serde_json::{Map, Value as Json};
use std::collections::HashMap;

/// Functions that only show or sound.
const PRESENTATION: [&str; 10] = [
    "core.playSound",
    "core.stopSound",
    "core.playBgm",
    "core.drawTip",
    "core.updateStatusBar",
    "core.drawHero",
    "core.setHeroIcon",
    "core.drawAnimate",
    "core.drawHeroAnimate",
    "core.clearMap",
];

/// Parts of words that are worked out when the word runs, or only shown.
const EXPRESSIONS: [&str; 8] = ["loc", "from", "to", "dxy", "value", "condition", "need", "text"];

/// The deepest that statements nest.
const DEPTH: u32 = 32;

/// Reads statements, also those of a function: `function () { … }` or, called at once, `(function () { … })()`. Returns the actions of
/// the statements and those that they insert, in the order in which they run. `numbers` are those of blocks by id.
///
/// # Errors
/// What is no statement that is known here.
pub(crate) fn parse(
    code: &str,
    tables: &mut Tables,
    numbers: &HashMap<String, Tile>,
) -> Result<(Actions, Vec<Json>), ExpressionError> {
    let tokens = tokens(code)?;
    let mut parser = Parser::new(&tokens, tables);
    let name = |token: Option<&Token>| matches!(token, Some(Token::Name(name)) if name == "function");
    let is_call = matches!(tokens.first(), Some(Token::Sign("("))) && name(tokens.get(1));
    let is_function = is_call || name(tokens.first());
    if is_call {
        parser.take();
    }
    if is_function {
        parser.take();
        for sign in ["(", ")", "{"] {
            parser.sign(sign)?;
        }
    }
    let mut statements = Statements { parser: &mut parser, numbers, depth: 0, inserted: Vec::new() };
    let actions = statements.list(is_function.then_some("}"))?;
    // Each list comes before those that were inserted earlier.
    let inserted = statements.inserted.into_iter().rev().collect();
    if is_call {
        for sign in [")", "(", ")"] {
            parser.sign(sign)?;
        }
        parser.skip_signs(";");
    }
    match parser.peek() {
        None => Ok((actions, inserted)),
        Some(_) => Err(parser.unexpected("the end")),
    }
}

struct Statements<'p, 't, 'n> {
    parser: &'p mut Parser<'t>,
    numbers: &'n HashMap<String, Tile>,
    /// How deep in conditions the parser is.
    depth: u32,
    inserted: Vec<Json>,
}

impl Statements<'_, '_, '_> {
    /// Statements up to a sign, which is taken, or to the end.
    fn list(&mut self, end: Option<&'static str>) -> Result<Actions, ExpressionError> {
        let mut actions = Vec::new();
        loop {
            self.parser.skip_signs(";");
            match end {
                Some(end) if self.parser.takes(end) => return Ok(actions),
                None if self.parser.peek().is_none() => return Ok(actions),
                _ => self.one(&mut actions)?,
            }
        }
    }

    /// A statement, as none, one or more actions.
    fn one(&mut self, actions: &mut Actions) -> Result<(), ExpressionError> {
        let Some(Token::Name(name)) = self.parser.take() else { return Err(self.parser.unexpected("a statement")) };
        match name.as_str() {
            "if" => actions.push(self.condition()?),
            "var" => actions.push(named(self.parser)?),
            name if PRESENTATION.contains(&name) => skip_call(self.parser)?,
            "core.insertAction" => self.insert()?,
            "core.setBlock" => actions.push(self.set_block()?),
            "core.removeBlock" => {
                self.parser.sign("(")?;
                let cell = self.cell()?;
                actions.push(Action::Hide(FloorOf::Here, vec![cell], true));
            }
            name => actions.push(statement(name, self.parser)?),
        }
        Ok(())
    }

    /// `([{"type": "setValue", …}])`; a text only shows.
    fn insert(&mut self) -> Result<(), ExpressionError> {
        self.parser.sign("(")?;
        let shows = matches!(self.parser.peek(), Some(Token::Text(_)));
        let inserted = if shows { self.expression_tokens().map(|_| Json::Null)? } else { self.literal(false)? };
        self.parser.sign(")")?;
        // What runs later is no part of a condition here.
        if self.depth > 0 && !shows {
            return Err(self.parser.unexpected("core.insertAction outside of conditions"));
        }
        self.inserted.extend((!shows).then_some(inserted));
        Ok(())
    }

    /// A value of JSON, whose names may stand without quotes. `is_worked_out`: an expression may stand there, whose text is kept.
    fn literal(&mut self, is_worked_out: bool) -> Result<Json, ExpressionError> {
        let expected = "a text, a number, a list or an object";
        if self.parser.takes("[") {
            return Ok(Json::Array(self.members("]", |parser| parser.literal(is_worked_out))?));
        }
        if self.parser.takes("{") {
            let members = self.members("}", |parser| {
                let Some(Token::Text(name) | Token::Name(name)) = parser.parser.take() else {
                    return Err(parser.parser.unexpected("a name"));
                };
                parser.parser.sign(":")?;
                Ok((name.clone(), parser.literal(EXPRESSIONS.contains(&name.as_str()))?))
            })?;
            return Ok(Json::Object(members.into_iter().collect::<Map<_, _>>()));
        }
        Ok(match self.expression_tokens()?[..] {
            [Token::Text(text)] => Json::from(text.as_str()),
            [Token::Number(number)] => Json::from(*number),
            [Token::Name(name)] if name == "true" => Json::Bool(true),
            [Token::Name(name)] if name == "false" => Json::Bool(false),
            [Token::Name(name)] if name == "null" => Json::Null,
            [Token::Sign("-"), Token::Number(number)] => Json::from(-number),
            [ref first, ..] if !is_worked_out => {
                return Err(ExpressionError::Token { found: format!("\"{first}\""), expected });
            }
            [] => return Err(self.parser.unexpected(expected)),
            ref tokens => Json::from(tokens.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")),
        })
    }

    /// The tokens of an expression, up to the comma, bracket or end of line behind it.
    fn expression_tokens(&mut self) -> Result<Vec<&Token>, ExpressionError> {
        let mut taken = Vec::new();
        let mut open = 0;
        loop {
            match self.parser.peek() {
                Some(Token::Sign("," | ";" | "]" | "}" | ")")) if open == 0 => return Ok(taken),
                Some(Token::Sign("(" | "[" | "{")) => open += 1,
                Some(Token::Sign(")" | "]" | "}")) => open -= 1,
                Some(_) => {}
                None => return Err(self.parser.unexpected("the end of a text")),
            }
            taken.extend(self.parser.take());
        }
    }

    /// Members of a list or an object, up to its end.
    fn members<T>(
        &mut self,
        end: &'static str,
        member: impl Fn(&mut Self) -> Result<T, ExpressionError>,
    ) -> Result<Vec<T>, ExpressionError> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(ExpressionError::Depth(DEPTH as usize));
        }
        let mut all = Vec::new();
        loop {
            self.parser.skip_signs(";");
            if self.parser.takes(end) {
                break;
            }
            all.push(member(self)?);
            self.parser.skip_signs(";");
            if !self.parser.takes(",") {
                self.parser.sign(end)?;
                break;
            }
        }
        self.depth -= 1;
        Ok(all)
    }

    /// `if (A) B else C`.
    fn condition(&mut self) -> Result<Action, ExpressionError> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(ExpressionError::Depth(DEPTH as usize));
        }
        self.parser.sign("(")?;
        let condition = self.parser.expression()?;
        self.parser.sign(")")?;
        let yes = self.body()?;
        self.parser.skip_signs(";");
        let no = if matches!(self.parser.peek(), Some(Token::Name(name)) if name == "else") {
            self.parser.take();
            self.body()?
        } else {
            Vec::new()
        };
        self.depth -= 1;
        Ok(Action::If(condition, yes, no))
    }

    /// What stands behind a condition: statements in braces, or one.
    fn body(&mut self) -> Result<Actions, ExpressionError> {
        self.parser.skip_signs(";");
        if self.parser.takes("{") {
            return self.list(Some("}"));
        }
        let mut actions = Vec::new();
        self.one(&mut actions)?;
        Ok(actions)
    }

    /// `(B, x, y)`, where B is a number or an id.
    fn set_block(&mut self) -> Result<Action, ExpressionError> {
        self.parser.sign("(")?;
        let number = match self.parser.take() {
            Some(Token::Number(number)) => Some(*number as Tile),
            Some(Token::Text(id)) => self.numbers.get(id).copied(),
            Some(Token::Name(name)) if name == "core.getNumberById" => {
                self.parser.sign("(")?;
                let Some(Token::Text(id)) = self.parser.take() else { return Err(self.parser.unexpected("an id")) };
                self.parser.sign(")")?;
                self.numbers.get(id).copied()
            }
            _ => None,
        };
        let number = number.ok_or_else(|| self.parser.unexpected("a block"))?;
        self.parser.sign(",")?;
        Ok(Action::SetBlock(number, FloorOf::Here, vec![self.cell()?]))
    }

    /// `x, y)`.
    fn cell(&mut self) -> Result<CellOf, ExpressionError> {
        let x = self.parser.expression()?;
        self.parser.sign(",")?;
        let y = self.parser.expression()?;
        self.parser.sign(")")?;
        Ok((x, y))
    }
}

/// `var hp = 3`.
fn named(parser: &mut Parser<'_>) -> Result<Action, ExpressionError> {
    let Some(Token::Name(name)) = parser.take() else { return Err(parser.unexpected("a name")) };
    parser.sign("=")?;
    let value = parser.expression()?;
    // Known from here on.
    let local = parser.tables.locals.number(name);
    gives(parser, Target::Local(local), Assign::Set, value)
}

/// What is given in parentheses to what only shows.
fn skip_call(parser: &mut Parser<'_>) -> Result<(), ExpressionError> {
    parser.sign("(")?;
    let mut depth = 1;
    while depth > 0 {
        match parser.take() {
            Some(Token::Sign("(")) => depth += 1,
            Some(Token::Sign(")")) => depth -= 1,
            Some(_) => {}
            None => return Err(parser.unexpected(")")),
        }
    }
    Ok(())
}

fn statement(name: &str, parser: &mut Parser<'_>) -> Result<Action, ExpressionError> {
    let unknown = || ExpressionError::Name(name.to_owned());
    let flag = ["core.status.hero.flags.", "flags."].iter().find_map(|prefix| name.strip_prefix(prefix));
    let target = match flag.filter(|flag| !flag.contains('.')) {
        Some(flag) => Some(Target::Flag(parser.tables.flags.number(flag))),
        None => name.strip_prefix("core.status.hero.").and_then(Stat::named).map(Target::Status),
    };
    if let Some(target) = target {
        let Some(Token::Sign(sign)) = parser.take() else { return Err(parser.unexpected("an assignment")) };
        let assign = Assign::of(sign).ok_or_else(unknown)?;
        let value = parser.expression()?;
        return gives(parser, target, assign, value);
    }
    parser.sign("(")?;
    let Some(Token::Text(text)) = parser.take() else { return Err(parser.unexpected("a name in quotes")) };
    let target = match name {
        "core.setFlag" | "core.addFlag" => Target::Flag(parser.tables.flags.number(text)),
        "core.addItem" | "core.setItem" | "core.getItem" => Target::Item(parser.tables.items.number(text)),
        "core.addStatus" | "core.setStatus" => Target::Status(Stat::named(text).ok_or_else(unknown)?),
        "core.triggerDebuff" if matches!(text.as_str(), "get" | "remove") => return debuff(parser, text == "get"),
        "core.removeFlag" => {
            parser.sign(")")?;
            let flag = Target::Flag(parser.tables.flags.number(text));
            return Ok(Action::SetValue(flag, Assign::Set, Expression::Constant(Value::Null)));
        }
        _ => return Err(unknown()),
    };
    let assign = if name.starts_with("core.set") { Assign::Set } else { Assign::Add };
    let value = if parser.takes(",") { parser.expression()? } else { Expression::Constant(Value::Number(1.0)) };
    parser.sign(")")?;
    gives(parser, target, assign, value)
}

fn gives(parser: &mut Parser<'_>, to: Target, assign: Assign, value: Expression) -> Result<Action, ExpressionError> {
    parser.tables.gives(to, assign, &value)?;
    Ok(Action::SetValue(to, assign, value))
}

/// The rest of `core.triggerDebuff('remove', 'poison')`; there may be several in brackets.
fn debuff(parser: &mut Parser<'_>, gets: bool) -> Result<Action, ExpressionError> {
    let mut kinds = [false; 3];
    loop {
        match parser.take() {
            Some(Token::Text(name)) => {
                for (kind, known) in kinds.iter_mut().zip(["poison", "weak", "curse"]) {
                    *kind |= known == name;
                }
            }
            Some(Token::Sign(")")) => return Ok(if gets { Action::Debuff(kinds) } else { Action::Cure(kinds) }),
            Some(Token::Sign("," | "[" | "]")) => {}
            _ => return Err(parser.unexpected("poison, weak or curse")),
        }
    }
}
