; Eight blocks on a table and one hand. 16 actions.
(define (domain blocks-world)
  (:requirements :typing :equality)
  (:types block)
  (:predicates (on ?b ?below - block) (on-table ?b - block) (clear ?b - block) (held ?b - block) (hand-empty))
  (:action take
    :parameters (?b - block)
    :precondition (and (hand-empty) (clear ?b) (on-table ?b))
    :effect (and (not (hand-empty)) (not (clear ?b)) (not (on-table ?b)) (held ?b)))
  (:action lay
    :parameters (?b - block)
    :precondition (held ?b)
    :effect (and (hand-empty) (clear ?b) (on-table ?b) (not (held ?b))))
  (:action lift
    :parameters (?b ?below - block)
    :precondition (and (hand-empty) (clear ?b) (on ?b ?below))
    :effect (and (not (hand-empty)) (not (clear ?b)) (not (on ?b ?below)) (held ?b) (clear ?below)))
  (:action put
    :parameters (?b ?below - block)
    :precondition (and (held ?b) (clear ?below))
    :effect (and (hand-empty) (clear ?b) (on ?b ?below) (not (held ?b)) (not (clear ?below)))))

(define (problem eight-blocks)
  (:domain blocks-world)
  (:objects a b c d e f g h - block)
  (:init (hand-empty)
    (on a b) (on b c) (on c d) (on-table d) (clear a)
    (on e f) (on f g) (on-table g) (clear e) (on-table h) (clear h))
  (:goal (and (on d h) (on h a) (on a g) (on c e) (on e b) (on b f))))
