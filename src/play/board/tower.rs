//! The map of a tower with the hero, what he carries, and what fighting each kind of monster would cost him now.

use super::Look;
use crate::play::page::{BLUE, DIM, GREEN, MARK, RED, YELLOW, paint, wrap};
use anstyle::Style;
use meihua_contracts::sentence::Sentence;
use meihua_engine::games::tower::{Blocked, Cell, Colour, MonsterId, Special, State, Tile, Tower, Treasure};
use meihua_games::say;

pub(super) fn draw(tower: &Tower, state: &State, look: Look) -> String {
    let labels: String = (0..tower.cols).map(|col| format!("{:>2} ", col % 100)).collect();
    let mut lines = vec![paint(DIM, format!("   {}", labels.trim_end()))];
    for row in 0..tower.rows {
        let mut line = paint(DIM, format!("{row:>2} "));
        for col in 0..tower.cols {
            let cell = Cell { row: row as u16, col: col as u16 };
            line += &if state.hero.at == cell { paint(MARK, "@ ") } else { tile(tower.tile(state, cell), look) };
            line.push(' ');
        }
        lines.push(line.trim_end().to_owned());
    }
    let mut legend = vec![hero(state)];
    legend.extend(monsters(tower, state, look));
    legend.extend(things(tower, state));
    let legend = legend.into_iter().map(|line| look.language.text(line));
    lines.extend(legend.map(|line| look.width.map_or_else(|| line.clone(), |width| wrap(&line, width))));
    lines.join("\n")
}

/// Draws a cell in two columns.
fn tile(tile: Tile, look: Look) -> String {
    match tile {
        Tile::Road => paint(DIM, if look.ascii { ". " } else { "· " }),
        Tile::Wall => paint(DIM, if look.ascii { "##" } else { "██" }),
        Tile::Monster(MonsterId::BOSS) => paint(RED, "!!"),
        Tile::Monster(id) => paint(RED, id.code()),
        Tile::Treasure(treasure) => paint(GREEN, sign(treasure)),
        Tile::Key(colour) => paint(style(colour), format!("{} ", colour.name().chars().next().unwrap_or('?'))),
        Tile::Door(colour) => {
            let letter = colour.name().chars().next().unwrap_or('?').to_ascii_uppercase();
            paint(style(colour), format!("{letter}|"))
        }
    }
}

fn style(colour: Colour) -> Style {
    match colour {
        Colour::Yellow => YELLOW,
        Colour::Blue => BLUE,
        Colour::Red => RED,
    }
}

/// The symbol of a gem or a potion, as on the map of `d`.
fn sign(treasure: Treasure) -> &'static str {
    match treasure {
        Treasure::RedGem => "+a",
        Treasure::BlueGem => "+d",
        Treasure::GreenGem => "+m",
        Treasure::SmallPotion => "h ",
        Treasure::LargePotion => "H ",
        Treasure::YellowPotion => "yh",
        Treasure::GreenPotion => "gh",
    }
}

fn hero(state: &State) -> Sentence {
    let hero = &state.hero;
    let [yellow, blue, red] = Colour::ALL.map(|colour| hero.keys[colour.index()]);
    say!(
        "{} at {}: hp {}, attack {}, defence {}, magic defence {}; keys: {} yellow, {} blue, {} red",
        paint(MARK, "@"),
        hero.at.to_string(),
        hero.hp,
        hero.attack,
        hero.defence,
        hero.magic,
        yellow,
        blue,
        red
    )
}

/// The kinds of monsters still alive, with the cost of fighting each.
fn monsters(tower: &Tower, state: &State, look: Look) -> Vec<Sentence> {
    let spell = |id: MonsterId| {
        let kind = tower.monster(id)?;
        let name = if id.is_boss() { say!("!! the boss") } else { say!("{} monster", id.code()) };
        let name = paint(RED, look.language.text(name));
        let fight = match tower.fight(&state.hero, id) {
            Ok(0) => say!("costs nothing"),
            Ok(damage) => say!("costs {} hp", damage),
            Err(Blocked::Deadly { damage, .. }) => say!("would cost {} hp, too much", damage),
            Err(_) => say!("cannot be hurt yet"),
        };
        let (hp, attack, defence) = (kind.hp, kind.attack, kind.defence);
        Some(match trait_of(kind.special) {
            None => say!("{}: hp {}, attack {}, defence {}: {}", name, hp, attack, defence, fight),
            Some(special) => {
                say!("{}: hp {}, attack {}, defence {}, {}: {}", name, hp, attack, defence, special, fight)
            }
        })
    };
    state.monster_kinds().into_iter().filter_map(spell).collect()
}

fn trait_of(special: Special) -> Option<Sentence> {
    Some(match special {
        Special::Plain => return None,
        Special::Magic => say!("magic attack (ignores defence)"),
        Special::Solid => say!("solid"),
        Special::FirstStrike => say!("strikes first"),
        Special::ArmourBreak => say!("breaks armour"),
        Special::Counter => say!("counters"),
        Special::Mimic => say!("mimics the hero"),
        Special::Blows(blows) => say!("{} blows at a time", blows),
    })
}

/// A legend for the other symbols on the map.
fn things(tower: &Tower, state: &State) -> Option<Sentence> {
    let has = |wanted: &dyn Fn(&Tile) -> bool| state.map.iter().any(wanted);
    let mut parts: Vec<Sentence> = Vec::new();
    for treasure in Treasure::ALL {
        if has(&|tile| *tile == Tile::Treasure(treasure)) {
            let sign = paint(GREEN, sign(treasure).trim());
            let gain = tower.values[treasure.index()];
            parts.push(match treasure {
                Treasure::RedGem => say!("{} attack +{}", sign, gain),
                Treasure::BlueGem => say!("{} defence +{}", sign, gain),
                Treasure::GreenGem => say!("{} magic defence +{}", sign, gain),
                _ => say!("{} hp +{}", sign, gain),
            });
        }
    }
    for colour in Colour::ALL {
        let letter = colour.name().chars().next().unwrap_or('?');
        if has(&|tile| *tile == Tile::Key(colour)) {
            let key = paint(style(colour), letter);
            parts.push(match colour {
                Colour::Yellow => say!("{} yellow key", key),
                Colour::Blue => say!("{} blue key", key),
                Colour::Red => say!("{} red key", key),
            });
        }
        if has(&|tile| *tile == Tile::Door(colour)) {
            let door = paint(style(colour), format!("{}|", letter.to_ascii_uppercase()));
            parts.push(match colour {
                Colour::Yellow => say!("{} yellow door", door),
                Colour::Blue => say!("{} blue door", door),
                Colour::Red => say!("{} red door", door),
            });
        }
    }
    (!parts.is_empty()).then(|| Sentence::list(parts))
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_contracts::puzzle::PuzzleText;

    #[test]
    fn the_map_tells_what_a_fight_would_cost() {
        let (tower, state) = Tower::start();
        let picture =
            anstream::adapter::strip_str(&draw(&tower, &state, Look { ascii: true, ..Look::default() })).to_string();
        assert!(picture.contains("\n 7 ## +d y  51 .  @  .  52 h  +a ##\n"), "{picture}");
        assert!(picture.contains("@ at 7,5: hp 500, attack 12, defence 8"), "{picture}");
        assert!(picture.contains("51 monster: hp 30, attack 12, defence 2: costs 8 hp"), "{picture}");
        assert!(
            picture.contains("!! the boss: hp 120, attack 26, defence 10, 2 blows at a time: would cost"),
            "{picture}"
        );
        assert!(picture.contains("+a attack +2") && picture.contains("Y| yellow door"), "{picture}");
    }
}
