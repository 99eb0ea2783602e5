//! The numbers of the hand-written evaluation, middlegame and endgame, in centipawns.
//!
//! `meihua tune` writes this file anew, comments included. Square rows hold the half board from file a (or i: the board
//! is symmetric) to file e, rank 9 first, seen by the owner.

use super::pair::Pair;
use super::weights::weight_rows;

weight_rows! {
    /// What a piece is worth, in the order general, advisor, elephant, horse, rook, cannon, pawn.
    MATERIAL: 7 = [(0, 0), (158, 54), (173, 53), (373, 387), (870, 1017), (415, 378), (57, 111)];
    /// General: at home in the middle, freer in the endgame.
    GENERAL_SQUARE: 50 = [
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (-95, -4), (-96, 2),
        (0, 0), (0, 0), (0, 0), (-13, 7), (4, 4),
        (0, 0), (0, 0), (0, 0), (92, -14), (41, 15),
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
        (0, 0), (0, 0), (0, 0), (-4, -20), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (59, 5),
        (0, 0), (0, 0), (0, 0), (15, -15), (0, 0),
    ];
    /// Elephant: best in front of the palace, where both protect each other.
    ELEPHANT_SQUARE: 50 = [
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (-6, -2), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (-4, -3), (0, 0), (0, 0), (0, 0), (60, -10),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (30, -10), (0, 0), (0, 0),
    ];
    /// Horse: forward, off the edges, around the enemy palace.
    HORSE_SQUARE: 50 = [
        (-19, -47), (-16, -21), (-6, 4), (-12, 4), (-17, -20),
        (-4, -11), (12, -16), (55, -2), (47, 13), (-7, -15),
        (28, -3), (-31, 7), (1, 20), (39, -5), (14, 20),
        (-14, 1), (55, -15), (45, 33), (44, 6), (7, 7),
        (26, 6), (2, -16), (-9, 8), (8, 39), (20, 37),
        (2, 16), (22, 8), (30, 5), (20, 43), (22, 20),
        (-21, -4), (-39, -5), (10, -6), (-33, 23), (-6, 27),
        (-18, 22), (-56, 19), (2, 18), (8, 16), (48, -24),
        (-22, -45), (-24, -29), (-34, 5), (-22, -12), (-45, -28),
        (-22, -18), (-42, 13), (2, -15), (59, -6), (-23, -21),
    ];
    /// Rook: the enemy's ranks, and not shut in at home.
    ROOK_SQUARE: 50 = [
        (-44, -13), (14, -21), (-38, 11), (46, 4), (45, 37),
        (18, 13), (39, -14), (14, 6), (12, 12), (35, 38),
        (1, -16), (17, -33), (27, -8), (-6, 31), (14, 30),
        (22, 22), (20, 31), (24, 30), (24, 16), (-22, 28),
        (3, 0), (13, 23), (19, 24), (36, -8), (8, -4),
        (-17, 13), (22, 13), (18, 14), (5, 28), (10, 14),
        (4, 14), (-17, 6), (27, 18), (38, -7), (2, 26),
        (-22, -23), (26, 39), (-13, 34), (27, 20), (-40, 19),
        (0, -7), (10, 8), (1, -29), (21, -9), (-21, 7),
        (-28, -65), (12, -34), (-8, 6), (21, 14), (-3, -1),
    ];
    /// Cannon: the middle file, the river, the corners behind the enemy.
    CANNON_SQUARE: 50 = [
        (78, -32), (-30, 8), (19, -16), (-7, 33), (-19, -8),
        (21, -7), (-12, 14), (-16, 0), (-37, 14), (-10, 1),
        (33, 9), (-10, 20), (-6, -24), (-29, -22), (-22, -26),
        (10, -2), (-23, 7), (12, 18), (14, -6), (-22, 18),
        (59, -5), (-54, -10), (16, 7), (-14, 19), (77, -21),
        (19, -7), (5, 4), (29, -26), (2, 10), (38, -1),
        (34, 6), (-31, -10), (-55, 9), (5, 26), (-17, 34),
        (36, -7), (-41, 46), (0, -1), (4, -1), (30, -6),
        (41, -16), (-25, 18), (13, 15), (-5, 31), (13, -3),
        (-33, -21), (29, -19), (-24, 4), (11, 37), (-2, 11),
    ];
    /// Pawn: a new piece once across, worth most beside the palace, little on the last rank.
    PAWN_SQUARE: 50 = [
        (-39, -24), (-49, -31), (-19, -25), (-11, -69), (-21, -71),
        (29, 65), (27, 66), (63, 38), (116, 95), (106, 109),
        (6, 5), (54, 52), (50, 53), (94, 142), (53, 147),
        (42, 4), (34, 48), (79, 63), (50, 44), (62, 46),
        (46, -10), (29, 27), (51, 82), (47, 61), (64, 65),
        (-40, 5), (0, 0), (-6, -2), (0, 0), (22, 8),
        (-45, 1), (0, 0), (-26, -34), (0, 0), (18, -3),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
    ];
    /// Rook: by the number of squares it reaches that hold none of its own pieces.
    ROOK_MOBILITY: 18 = [
        (-23, -46), (-43, -53), (-19, -41), (-11, -57), (-1, 17), (-19, -5), (10, -8), (19, 5), (12, 4), (2, 17),
        (17, 24), (8, 30), (15, 27), (9, 37), (13, 47), (22, 37), (12, 62), (19, 43),
    ];
    /// Horse: by the number of squares it reaches that hold none of its own pieces and no enemy pawn guards.
    HORSE_MOBILITY: 9 = [
        (-40, -80), (-25, -62), (-23, -18), (-12, 17), (0, 21), (12, 33), (34, 23), (30, 44), (51, 14),
    ];
    /// Cannon: by the number of empty squares it reaches.
    CANNON_MOBILITY: 18 = [
        (-53, -14), (-12, -12), (-10, 24), (0, 2), (2, 0), (7, -1), (12, 6), (-1, -10), (-10, -2), (13, -5), (8, 8),
        (3, 6), (6, -6), (13, -1), (1, 16), (-3, 12), (12, 4), (46, -8),
    ];
    /// Palace squares of the enemy that a horse, rook, cannon, pawn attacks, each.
    PALACE_ATTACK: 4 = [(35, 0), (3, 9), (-16, 38), (48, 5)];
    /// For each enemy rook, horse, cannon: by the number of own advisors left, 0 to 2.
    ADVISORS_AGAINST_ROOK: 3 = [(-33, -109), (-57, -58), (-11, -23)];
    /// See above.
    ADVISORS_AGAINST_HORSE: 3 = [(6, -38), (-14, 10), (-26, 7)];
    /// See above; a cannon needs screens, and advisors are the nearest.
    ADVISORS_AGAINST_CANNON: 3 = [(14, 33), (16, -7), (-42, -21)];
    /// For each enemy cannon: by the number of own elephants left, 0 to 2.
    ELEPHANTS_AGAINST_CANNON: 3 = [(-65, -10), (15, -19), (-18, 3)];
    /// For each enemy rook.
    ELEPHANTS_AGAINST_ROOK: 3 = [(25, -85), (-44, -36), (-42, -48)];
    /// Cannon on the enemy general's file with nothing between, by distance in empty squares.
    HOLLOW_CANNON: 10 = [
        (4, -1), (20, 24), (55, -2), (99, 18), (100, 10), (74, 25), (96, 40), (99, 48), (79, 36), (78, 35),
    ];
    /// Cannon on the enemy general's file with two pieces between: any of them that leaves gives check.
    LATENT_CANNON: 1 = [(47, 35)];
    /// Cannon on the enemy's back rank with nothing between it and the general.
    BACK_RANK_CANNON: 1 = [(41, 8)];
    /// Rook on the enemy general's file or rank with exactly one piece between.
    LATENT_ROOK: 1 = [(18, 18)];
    /// Horses that protect each other.
    CONNECTED_HORSES: 1 = [(94, -39)];
    /// Pawns across the river side by side, each pair.
    PAWN_PAIR: 1 = [(19, 26)];
    /// Pawn across the river that an own piece protects.
    GUARDED_PAWN: 1 = [(1, -9)];
    /// Own horse hemmed in by an own pawn on its leg towards the river.
    PAWN_BEFORE_HORSE: 1 = [(-18, -13)];
    /// Enemy advisor, elephant, horse, rook, cannon, pawn attacked by something cheaper, or attacked and not guarded.
    THREAT: 7 = [(0, 0), (34, 22), (47, 34), (32, 27), (39, 0), (63, 16), (14, 16)];
    /// Enemy advisor, elephant, horse, rook, cannon, pawn attacked: by pawns, horses, cannons, rooks, pieces at home.
    ATTACK: 30 = [
        (-12, -36), (24, -8), (40, 17), (18, 1), (11, 12), (47, 6), (-1, -5), (17, -35), (10, 17), (-4, 1), (39, -11),
        (-14, 6), (2, -44), (5, -9), (36, 38), (19, 17), (-1, 0), (-14, 2), (16, -12), (17, -9), (35, 22), (5, 2),
        (36, 48), (-9, 41), (0, 0), (0, 0), (-17, 55), (1, -19), (38, 3), (21, 33),
    ];
    /// Squares from which a horse, a rook, a cannon can give check at its next move without being taken.
    SAFE_CHECK: 3 = [(74, -10), (68, 1), (39, 5)];
    /// A move in hand.
    TEMPO: 1 = [(40, -4)];
}
