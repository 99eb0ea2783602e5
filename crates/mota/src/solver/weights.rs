//! What things are worth to a judge.

/// What things are worth, in hp.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// The share of what gold would buy in a shop further up.
    pub later: f64,
    /// The share of the gold of floors ahead that is expected to be won there.
    pub income: f64,
    /// The share of the expected damage of bosses.
    pub boss: f64,
    /// A piece of gold, beside what it buys.
    pub gold: f64,
    /// The share of what gold would buy that counts before it is bought, in a shop within reach.
    pub purse: f64,
    /// The same in a shop that is not within reach.
    pub credit: f64,
    /// Keys: yellow, blue, red.
    pub keys: [f64; 3],
    /// What the first key of a kind is worth beyond that; each further one half of what the one before was.
    pub reserve: f64,
    /// A tool.
    pub tool: f64,
    /// A thing done that the end of the game asks for.
    pub goal: f64,
    /// The level at which hp is worth one half of what it is at first: later floors give more of it.
    pub rise: f64,
    /// Number of levels in which keys become dearer by as much as they are worth at first.
    pub dear: f64,
    /// What having next to no hp costs.
    pub fear: f64,
    /// What a decision costs that neither pays nor opens a way.
    pub idle: f64,
    /// The share of the expected damage that counts.
    pub damage: f64,
    /// The share of a gem's worth that counts while it lies there.
    pub gems: f64,
    /// The share of the gems of floors ahead that is expected to be taken there.
    pub growth: f64,
    /// The share of the gold that monsters left behind count.
    pub left: f64,
    /// The share of a key's worth that counts while it lies there.
    pub lying: f64,
    /// What a floor's fights count of those of the floor below, above the level.
    pub fade: f64,
    /// What the fights below the level count.
    pub behind: f64,
    /// The share of a potion that lies there.
    pub potions: f64,
    /// The share of what the way to the next floor still costs.
    pub ahead: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            later: 0.7,
            income: 0.5,
            boss: 0.5,
            gold: 0.2,
            purse: 0.9,
            credit: 0.5,
            keys: [20.0, 100.0, 500.0],
            reserve: 300.0,
            tool: 500.0,
            goal: 5_000.0,
            rise: 1e6,
            dear: 1e6,
            fear: 0.0,
            idle: 30.0,
            damage: 0.27,
            gems: 0.46,
            growth: 1.0,
            left: 0.2,
            lying: 0.65,
            fade: 0.85,
            behind: 0.12,
            potions: 0.3,
            ahead: 1.0,
        }
    }
}

impl Weights {
    /// Those of players of several kinds: how far they look ahead, how much they hold on to keys, and how low they let hp run.
    pub fn players() -> Vec<Weights> {
        let near = Weights::default();
        // For whom hp counts less on later floors.
        let careful = Weights { rise: 20.0, dear: 12.0, fear: 200.0, damage: 0.25, credit: 0.6, ..near };
        // What gold buys further up counts nearly in full, so hp must not run out before.
        let far = Weights { later: 0.9, income: 0.6, fade: 0.9, fear: 2_000.0, ..near };
        vec![
            near,
            far,
            Weights { fade: 0.95, fear: 4_000.0, ..far },
            Weights { fade: 0.93, fear: 3_000.0, keys: [60.0, 200.0, 800.0], ..far },
            careful,
            Weights { fear: 1_000.0, rise: 20.0, dear: 12.0, ..far },
        ]
    }

    /// The weights that a search may change.
    pub(super) fn all(&mut self) -> [&mut f64; 22] {
        let Weights {
            later,
            income,
            boss,
            gold,
            purse,
            credit,
            keys,
            reserve,
            tool,
            goal,
            rise,
            dear,
            fear,
            idle: _,
            damage,
            gems,
            growth,
            left,
            lying,
            fade: _,
            behind,
            potions,
            ahead: _,
        } = self;
        let [yellow, blue, red] = keys;
        [
            later, income, boss, gold, purse, credit, yellow, blue, red, reserve, tool, goal, rise, dear, fear, damage,
            gems, growth, left, lying, behind, potions,
        ]
    }

    /// Puts shares that grew too large back below 1.
    pub(super) fn mend(&mut self) {
        for share in [
            &mut self.later,
            &mut self.income,
            &mut self.purse,
            &mut self.credit,
            &mut self.gems,
            &mut self.lying,
            &mut self.potions,
        ] {
            *share = share.min(0.98);
        }
    }
}
