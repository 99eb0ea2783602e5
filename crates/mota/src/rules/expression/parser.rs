//! From tokens to an [`Expression`].

use super::{BlockPart, Expression, ExpressionError, Function, HARD_NAME, Operator, Stat, Tables};
use crate::read::token::{Token, tokens};
use crate::rules::value::Value;

/// The most levels of an expression.
const DEPTH: usize = 64;

/// The most operators of an expression: each nests what stands before it a level deeper.
const OPERATORS: usize = 1000;

/// Whether a text asks where the hero stands.
pub(crate) fn asks_place(text: &str) -> bool {
    ["eroLoc", "hero.loc", "core.next", "nextX", "nextY", "status:x", "status:y"].iter().any(|name| text.contains(name))
}

/// Reads an expression.
///
/// # Errors
/// What is not known here, or no expression at all.
pub fn parse(text: &str, tables: &mut Tables) -> Result<Expression, ExpressionError> {
    parse_tokens(&tokens(text)?, tables)
}

/// The tokens of an expression in which `floor`, the ids of floors and items and the hero's numbers may stand by their
/// plain names.
///
/// # Errors
/// A character that begins no token.
pub(crate) fn plain_tokens(
    text: &str,
    is_floor: impl Fn(&str) -> bool,
    is_item: impl Fn(&str) -> bool,
) -> Result<Vec<Token>, ExpressionError> {
    let plain = |token: Token| match token {
        Token::Name(name) => plain_name(name, &is_floor, &is_item),
        other => other,
    };
    Ok(tokens(text)?.into_iter().map(plain).collect())
}

/// What a plain name stands for.
fn plain_name(name: String, is_floor: impl Fn(&str) -> bool, is_item: impl Fn(&str) -> bool) -> Token {
    let stat = match name.as_str() {
        "attack" => "atk",
        "defence" => "def",
        "magic" => "mdef",
        "gold" => "money",
        "level" => "lv",
        other => other,
    };
    if name == "floor" {
        Token::Name("core.status.floorId".to_owned())
    } else if is_floor(&name) {
        Token::Text(name)
    } else if Stat::named(stat).is_some() {
        Token::Prefixed("status".to_owned(), stat.to_owned())
    } else if is_item(&name) {
        Token::Prefixed("item".to_owned(), name)
    } else {
        Token::Name(name)
    }
}

/// Reads an expression from its tokens.
///
/// # Errors
/// What is not known here, or no expression at all.
pub(crate) fn parse_tokens(tokens: &[Token], tables: &mut Tables) -> Result<Expression, ExpressionError> {
    let mut texts = tokens.iter().map(Token::to_string);
    tables.reads_place |= texts.any(|text| asks_place(&text) || text.contains("status:direction"));
    let mut parser = Parser::new(tokens, tables);
    let expression = parser.expression()?;
    parser.skip_signs(";");
    match parser.peek() {
        None => Ok(expression),
        Some(token) => Err(ExpressionError::Token { found: format!("\"{token}\""), expected: "the end" }),
    }
}

/// The operators, by how tightly they bind: the loosest first.
const LEVELS: [&[(&str, Operator)]; 6] = [
    &[("||", Operator::Or)],
    &[("&&", Operator::And)],
    &[("===", Operator::Same), ("==", Operator::Equal), ("!==", Operator::NotSame), ("!=", Operator::Unequal)],
    &[("<=", Operator::LessOrEqual), (">=", Operator::GreaterOrEqual), ("<", Operator::Less), (">", Operator::Greater)],
    &[("+", Operator::Add), ("-", Operator::Subtract)],
    &[("*", Operator::Multiply), ("/", Operator::Divide), ("%", Operator::Remainder)],
];

/// Tokens on their way to an expression.
pub struct Parser<'a> {
    tokens: &'a [Token],
    next: usize,
    depth: usize,
    /// Operators of the expression so far.
    operators: usize,
    /// What the names of a function's own variables stand for.
    variables: Vec<(&'a str, Expression)>,
    /// The names met.
    pub tables: &'a mut Tables,
}

impl<'a> Parser<'a> {
    /// At the first token.
    pub fn new(tokens: &'a [Token], tables: &'a mut Tables) -> Self {
        Parser { tokens, next: 0, depth: 0, operators: 0, variables: Vec::new(), tables }
    }

    /// The next token.
    pub fn peek(&self) -> Option<&'a Token> {
        self.tokens.get(self.next)
    }

    /// Takes the next token.
    pub fn take(&mut self) -> Option<&'a Token> {
        let token = self.peek();
        self.next += 1;
        token
    }

    /// Takes a sign where it comes next.
    pub fn takes(&mut self, sign: &str) -> bool {
        let is_next = matches!(self.peek(), Some(Token::Sign(next)) if *next == sign);
        self.next += usize::from(is_next);
        is_next
    }

    /// Takes every such sign that comes next.
    pub(crate) fn skip_signs(&mut self, sign: &str) {
        while self.takes(sign) {}
    }

    /// Takes a sign.
    ///
    /// # Errors
    /// Another token comes next.
    pub fn sign(&mut self, sign: &'static str) -> Result<(), ExpressionError> {
        if self.takes(sign) { Ok(()) } else { Err(self.unexpected(sign)) }
    }

    /// What is wrong with the next token.
    pub(crate) fn unexpected(&self, expected: &'static str) -> ExpressionError {
        let found = self.peek().map_or_else(|| "the end".to_owned(), |token| format!("\"{token}\""));
        ExpressionError::Token { found, expected }
    }

    /// An expression.
    ///
    /// # Errors
    /// What is not known here.
    pub fn expression(&mut self) -> Result<Expression, ExpressionError> {
        if self.depth == 0 {
            self.operators = 0;
        }
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(ExpressionError::Depth(DEPTH));
        }
        let condition = self.level(0)?;
        let expression = if self.takes("?") {
            let yes = self.expression()?;
            self.sign(":")?;
            Expression::Either(Box::new((condition, yes, self.expression()?)))
        } else {
            condition
        };
        self.depth -= 1;
        Ok(expression)
    }

    /// What code comes to that has nothing but variables, each with its value, and an expression behind them; in a function a `return`
    /// stands before it.
    ///
    /// # Errors
    /// Anything else in it.
    pub(crate) fn result(&mut self, in_function: bool) -> Result<Expression, ExpressionError> {
        let is_word = |token: Option<&Token>, word: &str| matches!(token, Some(Token::Name(name)) if name == word);
        self.skip_signs(";");
        while is_word(self.peek(), "var") {
            self.take();
            loop {
                let Some(Token::Name(name)) = self.take() else { return Err(self.unexpected("a name")) };
                self.sign("=")?;
                let value = self.expression()?;
                self.variables.push((name, value));
                self.skip_signs(";");
                if !self.takes(",") {
                    break;
                }
            }
            self.skip_signs(";");
        }
        if in_function && !is_word(self.take(), "return") {
            return Err(self.unexpected("return"));
        }
        let value = self.expression()?;
        self.skip_signs(";");
        if self.peek().is_some() { Err(self.unexpected("the end")) } else { Ok(value) }
    }

    fn level(&mut self, level: usize) -> Result<Expression, ExpressionError> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.level(level + 1)?;
        while let Some(&(_, operator)) = operators.iter().find(|(sign, _)| self.takes(sign)) {
            self.operators += 1;
            if self.operators > OPERATORS {
                return Err(ExpressionError::Operators(OPERATORS));
            }
            let right = self.level(level + 1)?;
            left = match operator {
                Operator::Add => self.sum(left, right)?,
                operator => Expression::Binary(operator, Box::new((left, right))),
            };
        }
        Ok(left)
    }

    /// A sum, which puts texts together.
    fn sum(&mut self, left: Expression, right: Expression) -> Result<Expression, ExpressionError> {
        if let (Expression::Constant(a), Expression::Constant(b)) = (&left, &right)
            && (matches!(a, Value::Text(_)) || matches!(b, Value::Text(_)))
        {
            let text = [self.text_of(*a)?, self.text_of(*b)?].concat();
            return Ok(Expression::Constant(Value::Text(self.tables.texts.number(&text))));
        }
        self.tables.adds(&left)?;
        self.tables.adds(&right)?;
        Ok(Expression::Binary(Operator::Add, Box::new((left, right))))
    }

    /// A value as a part of a text.
    fn text_of(&self, value: Value) -> Result<String, ExpressionError> {
        match value {
            Value::Text(text) => Ok(self.tables.texts.name(text).to_owned()),
            Value::Bool(bool) => Ok(bool.to_string()),
            Value::Number(number) if number.fract() == 0.0 && number.abs() < 1e15 => Ok(number.to_string()),
            Value::Number(_) | Value::Null => Err(ExpressionError::Joined),
        }
    }

    fn unary(&mut self) -> Result<Expression, ExpressionError> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(ExpressionError::Depth(DEPTH));
        }
        let expression = if self.takes("!") {
            Expression::Not(Box::new(self.unary()?))
        } else if self.takes("-") {
            Expression::Negative(Box::new(self.unary()?))
        } else if self.takes("+") {
            // A text becomes a number.
            Expression::Negative(Box::new(Expression::Negative(Box::new(self.unary()?))))
        } else {
            self.operand()?
        };
        self.depth -= 1;
        Ok(expression)
    }

    fn operand(&mut self) -> Result<Expression, ExpressionError> {
        if self.takes("(") {
            let inner = self.expression()?;
            self.sign(")")?;
            return Ok(inner);
        }
        match self.peek() {
            Some(Token::Number(number)) => {
                self.next += 1;
                Ok(Expression::Constant(Value::Number(*number)))
            }
            Some(Token::Text(text)) => {
                self.next += 1;
                Ok(Expression::Constant(Value::Text(self.tables.texts.number(text))))
            }
            Some(Token::Prefixed(prefix, name)) => {
                self.next += 1;
                self.prefixed(prefix, name)
            }
            Some(Token::Name(name)) => {
                self.next += 1;
                self.named(name)
            }
            _ => Err(self.unexpected("a value")),
        }
    }

    /// `status:hp`, `blockId:3,4`, …
    fn prefixed(&mut self, prefix: &str, name: &str) -> Result<Expression, ExpressionError> {
        let unknown = || ExpressionError::Name(format!("{prefix}:{name}"));
        Ok(match prefix {
            "status" if name == "direction" => Expression::Direction,
            "status" => self.status(Stat::named(name).ok_or_else(unknown)?),
            "item" => Expression::Item(self.tables.items.number(name)),
            "flag" => Expression::Flag(self.tables.flags.number(name)),
            "temp" => Expression::Flag(self.tables.flags.number(&format!("@temp@{name}"))),
            "switch" => Expression::Switch(name.bytes().next().ok_or_else(unknown)?),
            "blockId" | "blockCls" | "blockNumber" => {
                let (x, y) = name.split_once(',').ok_or_else(unknown)?;
                let number = |text: &str| text.parse().map_err(|_| unknown());
                let cell = |number| Expression::Constant(Value::Number(number));
                let part = match prefix {
                    "blockId" => BlockPart::Id,
                    "blockCls" => BlockPart::Class,
                    _ => BlockPart::Number,
                };
                Expression::Block(part, Box::new((cell(number(x)?), cell(number(y)?))))
            }
            _ => return Err(unknown()),
        })
    }

    fn status(&mut self, stat: Stat) -> Expression {
        self.tables.reads_hp |= stat == Stat::Hp;
        Expression::Status(stat)
    }

    /// A name with its dots, and what is called by it.
    fn named(&mut self, name: &str) -> Result<Expression, ExpressionError> {
        let constant = |value| Ok(Expression::Constant(value));
        match name {
            "true" => return constant(Value::Bool(true)),
            "false" => return constant(Value::Bool(false)),
            "null" | "undefined" => return constant(Value::Null),
            "core.status.floorId" => return Ok(Expression::FloorId),
            "core.status.thisMap.ratio" | "core.status.thisMap.item_ratio" => return Ok(Expression::Ratio),
            "core.floorIndex" => return Ok(Expression::FloorIndex),
            "core.status.hard" => return Ok(Expression::Flag(self.tables.flags.number(HARD_NAME))),
            // A record is played on a computer.
            "core.platform.isPC" => return constant(Value::Bool(true)),
            "core.platform.isMobile" | "core.platform.isAndroid" | "core.platform.isIOS" => {
                return constant(Value::Bool(false));
            }
            "core.status.hero.loc.x" => return Ok(Expression::Status(Stat::X)),
            "core.status.hero.loc.y" => return Ok(Expression::Status(Stat::Y)),
            "core.bigmap.width" => return Ok(Expression::Size(false)),
            "core.bigmap.height" => return Ok(Expression::Size(true)),
            "core.eventX" => return Ok(Expression::Own(false)),
            "core.eventY" => return Ok(Expression::Own(true)),
            _ => {}
        }
        if let Some(name) = name.strip_prefix("core.values.") {
            return Ok(Expression::Constants(self.tables.constants.number(name)));
        }
        let flag = ["core.status.hero.flags.", "flags."].iter().find_map(|prefix| name.strip_prefix(prefix));
        if let Some(flag) = flag.filter(|flag| !flag.contains('.')) {
            return Ok(Expression::FlagOrNull(self.tables.flags.number(flag)));
        }
        if let Some(stat) = name.strip_prefix("core.status.hero.").and_then(Stat::named) {
            return Ok(self.status(stat));
        }
        if self.takes("(") {
            let mut arguments = Vec::new();
            while !self.takes(")") {
                arguments.push(self.expression()?);
                if !matches!(self.peek(), Some(Token::Sign(")"))) {
                    self.sign(",")?;
                }
            }
            return self.called(name, arguments);
        }
        if let Some((_, value)) = self.variables.iter().rev().find(|(variable, _)| *variable == name) {
            return Ok(value.clone());
        }
        match self.tables.locals.find(name) {
            Some(local) => Ok(Expression::Local(local)),
            // What code of items is given on templates before 2.7.
            None if name == "ratio" => Ok(Expression::Ratio),
            None => Err(ExpressionError::Name(name.to_owned())),
        }
    }

    /// A function and what it is given.
    fn called(&mut self, name: &str, mut arguments: Vec<Expression>) -> Result<Expression, ExpressionError> {
        let unknown = || ExpressionError::Name(format!("{name}()"));
        let function = match name {
            "Math.round" => Some(Function::Round),
            "Math.floor" => Some(Function::Floor),
            "Math.ceil" => Some(Function::Ceil),
            "Math.abs" => Some(Function::Abs),
            "Math.min" => Some(Function::Min),
            "Math.max" => Some(Function::Max),
            "Math.pow" => Some(Function::Power),
            _ => None,
        };
        if let Some(function) = function {
            return if arguments.is_empty() { Err(unknown()) } else { Ok(Expression::Call(function, arguments)) };
        }
        if let ("parseInt" | "parseFloat", 1) = (name, arguments.len()) {
            let text = arguments.pop().ok_or_else(unknown)?;
            return Ok(Expression::Leading(name == "parseInt", Box::new(text)));
        }
        if let "core.nextX" | "core.nextY" = name {
            let steps = arguments.pop().unwrap_or(Expression::Constant(Value::Number(1.0)));
            return Ok(Expression::Ahead(name == "core.nextY", Box::new(steps)));
        }
        let part = match name {
            "core.getBlockId" => Some(BlockPart::Id),
            // Asked only whether there is one.
            "core.getBlockCls" | "core.getBlock" => Some(BlockPart::Class),
            "core.getBlockNumber" => Some(BlockPart::Number),
            "core.noPass" => Some(BlockPart::NoPass),
            _ => None,
        };
        if let (Some(part), 2) = (part, arguments.len()) {
            let y = arguments.pop().ok_or_else(unknown)?;
            let x = arguments.pop().ok_or_else(unknown)?;
            return Ok(Expression::Block(part, Box::new((x, y))));
        }
        let Some(Expression::Constant(Value::Text(text))) = arguments.first() else { return Err(unknown()) };
        let text = self.tables.texts.name(*text).to_owned();
        Ok(match name {
            "core.hasItem" => Expression::HasItem(self.tables.items.number(&text)),
            "core.itemCount" => Expression::Item(self.tables.items.number(&text)),
            "core.getHeroLoc" if text == "direction" => Expression::Direction,
            "core.getHeroLoc" if matches!(text.as_str(), "x" | "y") => {
                Expression::Status(Stat::named(&text).ok_or_else(unknown)?)
            }
            "core.hasFlag" => {
                let flag = Expression::Flag(self.tables.flags.number(&text));
                Expression::Not(Box::new(Expression::Not(Box::new(flag))))
            }
            "core.getFlag" => {
                let flag = self.tables.flags.number(&text);
                match arguments.into_iter().nth(1) {
                    None => Expression::FlagOrNull(flag),
                    Some(Expression::Constant(Value::Number(0.0))) => Expression::Flag(flag),
                    Some(default) => {
                        let null = Expression::Constant(Value::Null);
                        let is_set = (Expression::FlagOrNull(flag), null);
                        let is_set = Expression::Binary(Operator::Unequal, Box::new(is_set));
                        Expression::Either(Box::new((is_set, Expression::FlagOrNull(flag), default)))
                    }
                }
            }
            "core.hasEquip" => {
                self.tables.reads_worn = true;
                Expression::Wears(self.tables.items.number(&text))
            }
            "core.hasVisitedFloor" => Expression::HasVisited(self.tables.texts.number(&text)),
            "core.canBattle" => {
                self.tables.reads_hp = true;
                Expression::CanBattle(self.tables.enemies.number(&text))
            }
            "core.getStatus" | "core.getRealStatus" => self.status(Stat::named(&text).ok_or_else(unknown)?),
            _ => return Err(unknown()),
        })
    }
}
