//! Shops: what gold buys, and at what prices.

use super::super::action::Actions;
use super::super::expression::Stat;
use super::super::model::{Project, Trigger};
use super::super::run::{Halt, Run};
use super::super::state::State;
use meihua_contracts::random::mix;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Maximum number of purchases to look ahead.
const MAX_PURCHASES: usize = 14;

/// Money enough for anything.
const UNLIMITED_GOLD: i64 = 1 << 40;

/// Something that is sold again and again.
#[derive(Clone, Debug, Default)]
pub struct Offer {
    /// Attack, defence and hp of each purchase.
    pub gives: [f64; 3],
    /// Prices of the next purchases.
    pub prices: Vec<f64>,
}

impl Offer {
    /// How many purchases so much gold is good for, the last in part.
    pub(crate) fn purchases(&self, gold: f64, after: usize) -> f64 {
        let mut left = gold;
        let mut count = 0.0;
        for &price in self.prices.iter().skip(after) {
            if left < price {
                return count + left / price.max(1.0);
            }
            left -= price;
            count += 1.0;
        }
        count
    }
}

/// An offer of a shop.
pub struct OfferAt {
    /// The bit of the shop.
    pub shop: u64,
    /// Its floor.
    pub floor: u16,
    /// Whether it stands for attack and defence in turn.
    pub(crate) is_mixed: bool,
    pub offer: Offer,
}

/// The shops of a project.
pub struct Shops {
    /// Floor and cell of each.
    cells: Vec<(u16, u16)>,
    /// Offers, by what they may depend on.
    known: FxHashMap<u64, Arc<Vec<OfferAt>>>,
}

impl Shops {
    pub fn new(project: &Project) -> Self {
        let state = State::new(project);
        let mut cells = Vec::new();
        for (floor, kind) in project.floors.iter().enumerate() {
            for cell in 0..kind.map.len() as u16 {
                let at = (floor as u16, cell);
                if actions(project, at).is_some_and(|actions| !offers(project, &state, at, actions).is_empty()) {
                    cells.push(at);
                }
            }
        }
        Shops { cells, known: FxHashMap::default() }
    }

    /// The shops that some steps lead into, a bit each.
    pub fn reached(&self, steps: impl Iterator<Item = (u16, u16)>) -> u64 {
        steps
            .filter_map(|step| self.cells.iter().position(|&cell| cell == step))
            .fold(0, |bits, shop| bits | 1 << (shop & 63))
    }

    /// The offers of all shops, each with the bit of its shop and its floor; and a word that is equal for equal offers.
    pub fn offers(&mut self, project: &Project, state: &State) -> (u64, Arc<Vec<OfferAt>>) {
        let key = state.flags.iter().fold(0, |key, value| mix(key ^ value.bits()));
        if let Some(known) = self.known.get(&key) {
            return (key, Arc::clone(known));
        }
        let mut all: Vec<OfferAt> = Vec::new();
        for (shop, &at) in self.cells.iter().enumerate() {
            let offers = actions(project, at).map_or_else(Vec::new, |actions| offers(project, state, at, actions));
            let bit = 1 << (shop & 63);
            let find = |stat: usize| offers.iter().find(|offer| offer.gives[stat] > 0.0);
            if let (Some(attack), Some(defence)) = (find(0), find(1))
                && attack.prices == defence.prices
            {
                let gives = [0, 1, 2].map(|stat: usize| (attack.gives[stat] + defence.gives[stat]) / 2.0);
                let offer = Offer { gives, prices: attack.prices.clone() };
                all.push(OfferAt { shop: bit, floor: at.0, is_mixed: true, offer });
            }
            all.extend(offers.into_iter().map(|offer| OfferAt { shop: bit, floor: at.0, is_mixed: false, offer }));
        }
        let all = Arc::new(all);
        self.known.insert(key, Arc::clone(&all));
        (key, all)
    }
}

/// What walking into a cell runs.
fn actions(project: &Project, (floor, cell): (u16, u16)) -> Option<&Actions> {
    let kind = &project.floors[usize::from(floor)];
    let event = kind.events[usize::from(cell)].as_deref().filter(|event| event.enabled && !event.actions.is_empty());
    event.map(|event| &event.actions).or_else(|| match &project.block(kind.map[usize::from(cell)])?.trigger {
        Trigger::Event(actions) => Some(actions),
        _ => None,
    })
}

/// What an event sells for gold, as often as one likes.
fn offers(project: &Project, state: &State, at: (u16, u16), actions: &Actions) -> Vec<Offer> {
    let run = |script: &[u8]| {
        let mut after = state.clone();
        after.floor = at.0;
        after.set_stat(Stat::Money, UNLIMITED_GOLD);
        let (x, y) = project.floors[usize::from(at.0)].at(at.1);
        let ran = Run::new(project, &mut after, script).event(actions, x, y);
        (ran, after)
    };
    let (Err(Halt::Choose(choices)), first) = run(&[]) else { return Vec::new() };
    let mut all = Vec::new();
    for choice in choices {
        let mut offer = Offer::default();
        let mut before = first.clone();
        for count in 1..=MAX_PURCHASES {
            let (Err(Halt::Choose(_)), after) = run(&vec![choice; count]) else { break };
            let change = |stat: Stat| (after.stat(stat) - before.stat(stat)) as f64;
            let price = -change(Stat::Money);
            if price <= 0.0 {
                break;
            }
            if count == 1 {
                offer.gives = [change(Stat::Attack), change(Stat::Defence), change(Stat::Hp)];
            }
            offer.prices.push(price);
            before = after;
        }
        if offer.prices.len() > 1 && offer.gives.iter().any(|&give| give > 0.0) {
            all.push(offer);
        }
    }
    all
}
