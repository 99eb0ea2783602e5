; Klotski, here 横刀立马: the big block has to leave at the foot of the board. A block that moves by two cells at once has
; moved once. Blocks of a size are alike, so a block is known by its upper left cell. 81 moves.
(define (domain klotski)
  (:requirements :adl)
  (:types cell)
  (:predicates (small ?c - cell) (upright ?c - cell) (lying ?c - cell) (big ?c - cell) (empty ?c - cell)
    (south ?one ?other - cell) (east ?one ?other - cell) (next ?one ?other - cell))  ; ?other is south or east of ?one
  (:action small
    :parameters (?a ?b - cell)
    :precondition (and (small ?a) (next ?a ?b) (empty ?b))
    :effect (and (not (small ?a)) (small ?b) (not (empty ?b)) (empty ?a)))
  (:action small-twice
    :parameters (?a ?b ?c - cell)
    :precondition (and (small ?a) (next ?a ?b) (next ?b ?c) (not (= ?a ?c)) (empty ?b) (empty ?c))
    :effect (and (not (small ?a)) (small ?c) (not (empty ?c)) (empty ?a)))
  (:action upright-down
    :parameters (?a ?b ?c - cell)
    :precondition (and (upright ?a) (south ?a ?b) (south ?b ?c) (empty ?c))
    :effect (and (not (upright ?a)) (upright ?b) (not (empty ?c)) (empty ?a)))
  (:action upright-up
    :parameters (?a ?b ?c - cell)
    :precondition (and (upright ?b) (south ?a ?b) (south ?b ?c) (empty ?a))
    :effect (and (not (upright ?b)) (upright ?a) (not (empty ?a)) (empty ?c)))
  (:action upright-down-twice
    :parameters (?a ?b ?c ?d - cell)
    :precondition (and (upright ?a) (south ?a ?b) (south ?b ?c) (south ?c ?d) (empty ?c) (empty ?d))
    :effect (and (not (upright ?a)) (upright ?c) (not (empty ?c)) (not (empty ?d)) (empty ?a) (empty ?b)))
  (:action upright-up-twice
    :parameters (?a ?b ?c ?d - cell)
    :precondition (and (upright ?c) (south ?a ?b) (south ?b ?c) (south ?c ?d) (empty ?a) (empty ?b))
    :effect (and (not (upright ?c)) (upright ?a) (not (empty ?a)) (not (empty ?b)) (empty ?c) (empty ?d)))
  (:action upright-sideways
    :parameters (?a ?b ?c ?d - cell)
    :precondition (and (upright ?a) (south ?a ?b) (south ?c ?d) (or (east ?a ?c) (east ?c ?a)) (empty ?c) (empty ?d))
    :effect (and (not (upright ?a)) (upright ?c) (not (empty ?c)) (not (empty ?d)) (empty ?a) (empty ?b)))
  (:action lying-right
    :parameters (?a ?b ?c - cell)
    :precondition (and (lying ?a) (east ?a ?b) (east ?b ?c) (empty ?c))
    :effect (and (not (lying ?a)) (lying ?b) (not (empty ?c)) (empty ?a)))
  (:action lying-left
    :parameters (?a ?b ?c - cell)
    :precondition (and (lying ?b) (east ?a ?b) (east ?b ?c) (empty ?a))
    :effect (and (not (lying ?b)) (lying ?a) (not (empty ?a)) (empty ?c)))
  (:action lying-right-twice
    :parameters (?a ?b ?c ?d - cell)
    :precondition (and (lying ?a) (east ?a ?b) (east ?b ?c) (east ?c ?d) (empty ?c) (empty ?d))
    :effect (and (not (lying ?a)) (lying ?c) (not (empty ?c)) (not (empty ?d)) (empty ?a) (empty ?b)))
  (:action lying-left-twice
    :parameters (?a ?b ?c ?d - cell)
    :precondition (and (lying ?c) (east ?a ?b) (east ?b ?c) (east ?c ?d) (empty ?a) (empty ?b))
    :effect (and (not (lying ?c)) (lying ?a) (not (empty ?a)) (not (empty ?b)) (empty ?c) (empty ?d)))
  (:action lying-up-or-down
    :parameters (?a ?b ?c ?d - cell)
    :precondition (and (lying ?a) (east ?a ?b) (east ?c ?d) (or (south ?a ?c) (south ?c ?a)) (empty ?c) (empty ?d))
    :effect (and (not (lying ?a)) (lying ?c) (not (empty ?c)) (not (empty ?d)) (empty ?a) (empty ?b)))
  (:action big-down
    :parameters (?a ?b ?c ?d ?e ?f - cell)
    :precondition (and (big ?a) (east ?a ?b) (south ?a ?c) (south ?b ?d) (south ?c ?e) (south ?d ?f) (empty ?e) (empty ?f))
    :effect (and (not (big ?a)) (big ?c) (not (empty ?e)) (not (empty ?f)) (empty ?a) (empty ?b)))
  (:action big-up
    :parameters (?a ?b ?c ?d ?e ?f - cell)
    :precondition (and (big ?c) (east ?a ?b) (south ?a ?c) (south ?b ?d) (south ?c ?e) (south ?d ?f) (empty ?a) (empty ?b))
    :effect (and (not (big ?c)) (big ?a) (not (empty ?a)) (not (empty ?b)) (empty ?e) (empty ?f)))
  (:action big-right
    :parameters (?a ?b ?c ?d ?e ?f - cell)
    :precondition (and (big ?a) (south ?a ?b) (east ?a ?c) (east ?b ?d) (east ?c ?e) (east ?d ?f) (empty ?e) (empty ?f))
    :effect (and (not (big ?a)) (big ?c) (not (empty ?e)) (not (empty ?f)) (empty ?a) (empty ?b)))
  (:action big-left
    :parameters (?a ?b ?c ?d ?e ?f - cell)
    :precondition (and (big ?c) (south ?a ?b) (east ?a ?c) (east ?b ?d) (east ?c ?e) (east ?d ?f) (empty ?a) (empty ?b))
    :effect (and (not (big ?c)) (big ?a) (not (empty ?a)) (not (empty ?b)) (empty ?e) (empty ?f))))

(define (problem sword-across-horse-rearing)
  (:domain klotski)
  (:objects
    a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4 a5 b5 c5 d5 - cell)
  (:init
    (south a1 a2) (south b1 b2) (south c1 c2) (south d1 d2) (south a2 a3) (south b2 b3) (south c2 c3) (south d2 d3)
    (south a3 a4) (south b3 b4) (south c3 c4) (south d3 d4) (south a4 a5) (south b4 b5) (south c4 c5) (south d4 d5)
    (east a1 b1) (east b1 c1) (east c1 d1) (east a2 b2) (east b2 c2) (east c2 d2) (east a3 b3) (east b3 c3)
    (east c3 d3) (east a4 b4) (east b4 c4) (east c4 d4) (east a5 b5) (east b5 c5) (east c5 d5)
    (next a1 b1) (next a1 a2) (next b1 c1) (next b1 b2) (next b1 a1) (next c1 d1) (next c1 c2) (next c1 b1)
    (next d1 d2) (next d1 c1) (next a2 b2) (next a2 a3) (next a2 a1) (next b2 c2) (next b2 b3) (next b2 a2)
    (next b2 b1) (next c2 d2) (next c2 c3) (next c2 b2) (next c2 c1) (next d2 d3) (next d2 c2) (next d2 d1)
    (next a3 b3) (next a3 a4) (next a3 a2) (next b3 c3) (next b3 b4) (next b3 a3) (next b3 b2) (next c3 d3)
    (next c3 c4) (next c3 b3) (next c3 c2) (next d3 d4) (next d3 c3) (next d3 d2) (next a4 b4) (next a4 a5)
    (next a4 a3) (next b4 c4) (next b4 b5) (next b4 a4) (next b4 b3) (next c4 d4) (next c4 c5) (next c4 b4)
    (next c4 c3) (next d4 d5) (next d4 c4) (next d4 d3) (next a5 b5) (next a5 a4) (next b5 c5) (next b5 a5)
    (next b5 b4) (next c5 d5) (next c5 b5) (next c5 c4) (next d5 c5) (next d5 d4)
    (big b1) (upright a1) (upright d1) (upright a3) (upright d3) (lying b3)
    (small b4) (small c4) (small a5) (small d5) (empty b5) (empty c5))
  (:goal (big b4)))
