; Three frogs and three toads on seven stones want to pass each other. Frogs go right and toads left, to the next stone or
; over one other. Fifteen moves.
(define (domain frogs-and-toads)
  (:requirements :strips :typing)
  (:types stone)
  (:predicates (frog ?s - stone) (toad ?s - stone) (empty ?s - stone) (next ?left ?right - stone))
  (:action frog-steps
    :parameters (?from ?to - stone)
    :precondition (and (frog ?from) (next ?from ?to) (empty ?to))
    :effect (and (not (frog ?from)) (frog ?to) (not (empty ?to)) (empty ?from)))
  (:action frog-jumps
    :parameters (?from ?over ?to - stone)
    :precondition (and (frog ?from) (next ?from ?over) (next ?over ?to) (empty ?to))
    :effect (and (not (frog ?from)) (frog ?to) (not (empty ?to)) (empty ?from)))
  (:action toad-steps
    :parameters (?from ?to - stone)
    :precondition (and (toad ?from) (next ?to ?from) (empty ?to))
    :effect (and (not (toad ?from)) (toad ?to) (not (empty ?to)) (empty ?from)))
  (:action toad-jumps
    :parameters (?from ?over ?to - stone)
    :precondition (and (toad ?from) (next ?over ?from) (next ?to ?over) (empty ?to))
    :effect (and (not (toad ?from)) (toad ?to) (not (empty ?to)) (empty ?from))))

(define (problem three-and-three)
  (:domain frogs-and-toads)
  (:objects s1 s2 s3 s4 s5 s6 s7 - stone)
  (:init (next s1 s2) (next s2 s3) (next s3 s4) (next s4 s5) (next s5 s6) (next s6 s7)
    (frog s1) (frog s2) (frog s3) (empty s4) (toad s5) (toad s6) (toad s7))
  (:goal (and (toad s1) (toad s2) (toad s3) (frog s5) (frog s6) (frog s7))))
