//! The numbers of the hand-written evaluation, middlegame and endgame, in centipawns.
//!
//! `meihua tune` writes this file anew, comments included. Square rows hold the half board from file a (or i: the board
//! is symmetric) to file e, rank 9 first, seen by the owner.

use super::pair::Pair;
use super::weights::weight_rows;

weight_rows! {
    /// What a piece is worth, in the order general, advisor, elephant, horse, rook, cannon, pawn.
    MATERIAL: 7 = [(0, 0), (100, 90), (100, 90), (415, 450), (930, 990), (450, 430), (55, 80)];
    /// General: at home in the middle, freer in the endgame.
    GENERAL_SQUARE: 50 = [
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (-30, -6), (-26, 4),
        (0, 0), (0, 0), (0, 0), (-14, -2), (-10, 8),
        (0, 0), (0, 0), (0, 0), (0, 0), (8, 8),
    ];
    /// Advisor: best in the centre of the palace.
    ADVISOR_SQUARE: 50 = [
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (-6, -4), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (6, 4),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
    ];
    /// Elephant: best in front of the palace, where both protect each other.
    ELEPHANT_SQUARE: 50 = [
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (-4, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (-10, -6), (0, 0), (0, 0), (0, 0), (8, 6),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
    ];
    /// Horse: forward, off the edges, around the enemy palace.
    HORSE_SQUARE: 50 = [
        (-14, -18), (-8, -10), (-6, -6), (-12, -10), (-16, -14),
        (-6, -8), (0, 0), (20, 14), (4, 4), (-10, -6),
        (2, 0), (6, 6), (10, 12), (16, 16), (6, 10),
        (6, 4), (18, 12), (12, 14), (16, 18), (12, 16),
        (2, 2), (12, 10), (14, 14), (16, 16), (16, 16),
        (0, 0), (8, 8), (12, 12), (14, 14), (14, 14),
        (-2, -4), (4, 4), (8, 6), (6, 8), (10, 8),
        (-2, -8), (0, 0), (6, 4), (6, 4), (0, 0),
        (-10, -14), (-6, -8), (0, -4), (2, -2), (-22, -12),
        (-18, -22), (-14, -16), (-8, -10), (-12, -12), (-16, -16),
    ];
    /// Rook: the enemy's ranks, and not shut in at home.
    ROOK_SQUARE: 50 = [
        (4, 4), (8, 6), (4, 6), (12, 10), (14, 10),
        (8, 10), (16, 12), (10, 12), (18, 16), (22, 16),
        (4, 8), (10, 10), (8, 10), (14, 12), (16, 12),
        (6, 6), (14, 8), (12, 8), (16, 10), (16, 10),
        (8, 4), (14, 6), (12, 6), (16, 8), (16, 8),
        (6, 2), (12, 4), (10, 4), (14, 6), (14, 6),
        (2, 0), (8, 2), (4, 2), (12, 4), (12, 4),
        (-6, -2), (6, 0), (2, 0), (10, 2), (10, 2),
        (-4, -4), (4, 0), (2, 0), (8, 0), (-4, -4),
        (-18, -8), (4, -2), (-2, -4), (8, -2), (-8, -8),
    ];
    /// Cannon: the middle file, the river, the corners behind the enemy.
    CANNON_SQUARE: 50 = [
        (12, 0), (8, 0), (2, -2), (-6, -4), (-10, -6),
        (4, 0), (4, 0), (0, -2), (-4, -4), (-10, -6),
        (2, 0), (2, 0), (0, 0), (-8, -4), (-8, -4),
        (0, 0), (4, 2), (2, 2), (2, 2), (6, 4),
        (-2, 0), (2, 2), (2, 2), (4, 4), (10, 6),
        (-2, 0), (2, 2), (4, 4), (4, 4), (10, 6),
        (0, 0), (0, 2), (6, 4), (2, 4), (10, 8),
        (-2, 2), (2, 4), (4, 6), (4, 8), (12, 10),
        (0, 4), (2, 6), (4, 8), (4, 10), (0, 12),
        (-2, 4), (0, 6), (2, 8), (2, 10), (-2, 10),
    ];
    /// Pawn: a new piece once across, worth most beside the palace, little on the last rank.
    PAWN_SQUARE: 50 = [
        (-50, -40), (-45, -34), (-40, -28), (-35, -20), (-30, -16),
        (30, 20), (50, 36), (70, 56), (95, 76), (105, 84),
        (34, 34), (56, 52), (74, 70), (90, 84), (88, 84),
        (30, 38), (48, 54), (62, 66), (68, 74), (70, 74),
        (20, 32), (34, 46), (42, 54), (50, 60), (54, 60),
        (-4, 2), (0, 0), (6, 8), (0, 0), (14, 10),
        (-8, -6), (0, 0), (-4, -2), (0, 0), (6, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
    ];
    /// Rook: by the number of squares it reaches that hold none of its own pieces.
    ROOK_MOBILITY: 18 = [
        (-40, -50), (-32, -40), (-26, -30), (-20, -22), (-14, -15), (-9, -9), (-5, -4), (-1, 0), (2, 4), (5, 7),
        (8, 10), (11, 13), (13, 15), (15, 17), (17, 19), (19, 21), (20, 22), (21, 23),
    ];
    /// Horse: by the number of squares it reaches that hold none of its own pieces and no enemy pawn guards.
    HORSE_MOBILITY: 9 = [
        (-46, -50), (-26, -28), (-10, -12), (0, 0), (8, 8), (15, 14), (21, 19), (26, 23), (30, 26),
    ];
    /// Cannon: by the number of empty squares it reaches.
    CANNON_MOBILITY: 18 = [
        (-20, -16), (-15, -12), (-11, -9), (-7, -6), (-4, -3), (-2, -1), (0, 0), (2, 1), (4, 2), (5, 3), (6, 4),
        (7, 5), (8, 6), (9, 7), (9, 7), (10, 8), (10, 8), (10, 8),
    ];
    /// Palace squares of the enemy that a horse, rook, cannon, pawn attacks, each.
    PALACE_ATTACK: 4 = [(11, 7), (9, 6), (8, 2), (9, 9)];
    /// For each enemy rook, horse, cannon: by the number of own advisors left, 0 to 2.
    ADVISORS_AGAINST_ROOK: 3 = [(-38, -30), (-16, -12), (0, 0)];
    /// See above.
    ADVISORS_AGAINST_HORSE: 3 = [(-24, -22), (-10, -9), (0, 0)];
    /// See above; a cannon needs screens, and advisors are the nearest.
    ADVISORS_AGAINST_CANNON: 3 = [(2, 6), (4, 4), (0, 0)];
    /// For each enemy cannon: by the number of own elephants left, 0 to 2.
    ELEPHANTS_AGAINST_CANNON: 3 = [(-36, -18), (-14, -8), (0, 0)];
    /// For each enemy rook.
    ELEPHANTS_AGAINST_ROOK: 3 = [(-10, -14), (-4, -6), (0, 0)];
    /// Cannon on the enemy general's file with nothing between, by distance in empty squares.
    HOLLOW_CANNON: 10 = [
        (10, 5), (30, 15), (60, 30), (75, 36), (85, 40), (90, 40), (90, 40), (90, 40), (90, 40), (90, 40),
    ];
    /// Cannon on the enemy general's file with two pieces between: any of them that leaves gives check.
    LATENT_CANNON: 1 = [(22, 8)];
    /// Cannon on the enemy's back rank with nothing between it and the general.
    BACK_RANK_CANNON: 1 = [(28, 10)];
    /// Rook on the enemy general's file or rank with exactly one piece between.
    LATENT_ROOK: 1 = [(12, 8)];
    /// Horses that protect each other.
    CONNECTED_HORSES: 1 = [(10, 8)];
    /// Pawns across the river side by side, each pair.
    PAWN_PAIR: 1 = [(18, 24)];
    /// Pawn across the river that an own piece protects.
    GUARDED_PAWN: 1 = [(6, 8)];
    /// Own horse hemmed in by an own pawn on its leg towards the river.
    PAWN_BEFORE_HORSE: 1 = [(-9, -3)];
    /// Enemy advisor, elephant, horse, rook, cannon, pawn attacked by something cheaper, or attacked and not guarded.
    THREAT: 7 = [(0, 0), (8, 8), (8, 8), (22, 20), (44, 34), (22, 20), (6, 8)];
    /// A move in hand.
    TEMPO: 1 = [(14, 8)];
}
