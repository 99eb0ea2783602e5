//! The effects of items: short statements of code, read as actions.
//!
//! `core.status.hero.atk += 3; core.setFlag('sword', 1);` and its like. What only shows or sounds is left out.

use super::action::{Action, Actions, Assign, Target};
use super::expression::{ExpressionError, Parser, Stat, Tables};
use super::token::{Token, tokens};

/// Functions that only show or sound.
const PRESENTATION: [&str; 5] =
    ["core.playSound", "core.drawTip", "core.insertAction", "core.updateStatusBar", "core.drawHero"];

/// Reads statements.
///
/// # Errors
/// What is no statement that is known here.
pub(crate) fn parse(code: &str, tables: &mut Tables) -> Result<Actions, ExpressionError> {
    let tokens = tokens(code)?;
    let mut parser = Parser::new(&tokens, tables);
    let mut actions = Vec::new();
    loop {
        parser.skip_signs(";");
        match parser.take() {
            None => return Ok(actions),
            Some(Token::Name(name)) if name == "var" => actions.push(named(&mut parser)?),
            Some(Token::Name(name)) if PRESENTATION.contains(&name.as_str()) => skip_call(&mut parser)?,
            Some(Token::Name(name)) => actions.push(statement(name, &mut parser)?),
            Some(token) => return Err(ExpressionError::Token { found: format!("{token:?}"), expected: "a statement" }),
        }
    }
}

/// `var hp = 3`.
fn named(parser: &mut Parser<'_>) -> Result<Action, ExpressionError> {
    let Some(Token::Name(name)) = parser.take() else { return Err(parser.unexpected("a name")) };
    parser.sign("=")?;
    let value = parser.expression()?;
    // Known from here on.
    let local = parser.tables.locals.number(name);
    Ok(Action::SetValue(Target::Local(local), Assign::Set, value))
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
    if let Some(stat) = name.strip_prefix("core.status.hero.").and_then(Stat::named) {
        let Some(Token::Sign(sign)) = parser.take() else { return Err(parser.unexpected("an assignment")) };
        let assign = Assign::of(sign).ok_or_else(unknown)?;
        return Ok(Action::SetValue(Target::Status(stat), assign, parser.expression()?));
    }
    parser.sign("(")?;
    let Some(Token::Text(text)) = parser.take() else { return Err(parser.unexpected("a name in quotes")) };
    let target = match name {
        "core.setFlag" | "core.addFlag" => Target::Flag(parser.tables.flags.number(text)),
        "core.addItem" | "core.setItem" | "core.getItem" => Target::Item(parser.tables.items.number(text)),
        "core.addStatus" | "core.setStatus" => Target::Status(Stat::named(text).ok_or_else(unknown)?),
        "core.triggerDebuff" if text == "remove" => return cure(parser),
        _ => return Err(unknown()),
    };
    let assign = if name.starts_with("core.set") { Assign::Set } else { Assign::Add };
    let value = if parser.takes(",") {
        parser.expression()?
    } else {
        super::expression::Expression::Constant(super::value::Value::Number(1.0))
    };
    parser.sign(")")?;
    Ok(Action::SetValue(target, assign, value))
}

/// `core.triggerDebuff('remove', 'poison')`, or several in brackets.
fn cure(parser: &mut Parser<'_>) -> Result<Action, ExpressionError> {
    let mut cured = [false; 3];
    loop {
        match parser.take() {
            Some(Token::Text(name)) => {
                for (cured, known) in cured.iter_mut().zip(["poison", "weak", "curse"]) {
                    *cured |= known == name;
                }
            }
            Some(Token::Sign(")")) => return Ok(Action::Cure(cured)),
            Some(Token::Sign("," | "[" | "]")) => {}
            _ => return Err(parser.unexpected("poison, weak or curse")),
        }
    }
}
