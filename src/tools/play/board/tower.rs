//! The map of a tower with the hero, what he has, and what each kind of monster would cost him now.

use super::Look;
use crate::games::tower::{Blocked, Cell, Colour, MonsterId, Special, State, Tile, Tower, Treasure};
use crate::tools::play::page::{BLUE, DIM, GREEN, MARK, RED, YELLOW, paint, wrap};
use anstyle::Style;

/// The picture.
pub fn draw(tower: &Tower, state: &State, look: Look) -> String {
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
    legend.extend(monsters(tower, state));
    legend.extend(things(tower, state));
    lines.extend(legend.iter().map(|line| look.width.map_or_else(|| line.clone(), |width| wrap(line, width))));
    lines.join("\n")
}

/// Two columns for each cell.
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

/// The sign of a gem or a potion, as in the map of `d`.
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

fn hero(state: &State) -> String {
    let hero = &state.hero;
    let keys = Colour::ALL.map(|colour| format!("{} {}", hero.keys[colour.index()], colour.name())).join(", ");
    let stats =
        format!("hp {}, attack {}, defence {}, magic defence {}", hero.hp, hero.attack, hero.defence, hero.magic);
    format!("{} at {}: {stats}; keys: {keys}", paint(MARK, "@"), hero.at)
}

/// The kinds of monsters that still stand, and the fight with each.
fn monsters(tower: &Tower, state: &State) -> Vec<String> {
    let spell = |id: MonsterId| {
        let kind = tower.monster(id)?;
        let name = if id.is_boss() { "!! the boss".to_owned() } else { format!("{} monster", id.code()) };
        let special = match kind.special {
            Special::Plain => String::new(),
            special => format!(", {}", trait_of(special)),
        };
        let fight = match tower.fight(&state.hero, id) {
            Ok(0) => "costs nothing".to_owned(),
            Ok(damage) => format!("costs {damage} hp"),
            Err(Blocked::Deadly { damage, .. }) => format!("would cost {damage} hp, too much"),
            Err(_) => "cannot be hurt yet".to_owned(),
        };
        let stats = format!("hp {}, attack {}, defence {}{special}", kind.hp, kind.attack, kind.defence);
        Some(format!("{}: {stats}: {fight}", paint(RED, name)))
    };
    state.monster_kinds().into_iter().filter_map(spell).collect()
}

fn trait_of(special: Special) -> String {
    match special {
        Special::Plain => String::new(),
        Special::Magic => "magic attack (ignores defence)".to_owned(),
        Special::Solid => "solid".to_owned(),
        Special::FirstStrike => "strikes first".to_owned(),
        Special::ArmourBreak => "breaks armour".to_owned(),
        Special::Counter => "counters".to_owned(),
        Special::Mimic => "mimics the hero".to_owned(),
        Special::Blows(blows) => format!("{blows} blows at a time"),
    }
}

/// What the other signs on the map mean.
fn things(tower: &Tower, state: &State) -> Option<String> {
    let has = |wanted: &dyn Fn(&Tile) -> bool| state.map.iter().any(wanted);
    let mut parts: Vec<String> = Vec::new();
    for treasure in Treasure::ALL {
        if has(&|tile| *tile == Tile::Treasure(treasure)) {
            let gain = match treasure {
                Treasure::RedGem => "attack",
                Treasure::BlueGem => "defence",
                Treasure::GreenGem => "magic defence",
                _ => "hp",
            };
            parts.push(format!("{} {gain} +{}", paint(GREEN, sign(treasure).trim()), tower.values[treasure.index()]));
        }
    }
    for colour in Colour::ALL {
        let letter = colour.name().chars().next().unwrap_or('?');
        if has(&|tile| *tile == Tile::Key(colour)) {
            parts.push(format!("{} {} key", paint(style(colour), letter), colour.name()));
        }
        if has(&|tile| *tile == Tile::Door(colour)) {
            let door = format!("{}|", letter.to_ascii_uppercase());
            parts.push(format!("{} {} door", paint(style(colour), door), colour.name()));
        }
    }
    (!parts.is_empty()).then(|| parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::PuzzleText;

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
