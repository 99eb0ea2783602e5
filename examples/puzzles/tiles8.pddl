; The 8-puzzle from one of its two hardest positions: 31 moves.
(define (domain sliding-tiles)
  (:requirements :strips :typing)
  (:types tile cell)
  (:predicates (at ?t - tile ?c - cell) (empty ?c - cell) (next ?one ?other - cell))
  (:action slide
    :parameters (?t - tile ?from ?to - cell)
    :precondition (and (at ?t ?from) (empty ?to) (next ?from ?to))
    :effect (and (not (at ?t ?from)) (at ?t ?to) (not (empty ?to)) (empty ?from))))

(define (problem hardest)
  (:domain sliding-tiles)
  (:objects
    t1 t2 t3 t4 t5 t6 t7 t8 - tile
    a1 b1 c1 a2 b2 c2 a3 b3 c3 - cell)
  (:init
    (next a1 b1) (next a1 a2) (next b1 c1) (next b1 b2) (next b1 a1) (next c1 c2) (next c1 b1) (next a2 b2)
    (next a2 a3) (next a2 a1) (next b2 c2) (next b2 b3) (next b2 a2) (next b2 b1) (next c2 c3) (next c2 b2)
    (next c2 c1) (next a3 b3) (next a3 a2) (next b3 c3) (next b3 a3) (next b3 b2) (next c3 b3) (next c3 c2)
    (at t8 a1) (at t6 b1) (at t7 c1) (at t2 a2) (at t5 b2) (at t4 c2) (at t3 a3) (empty b3) (at t1 c3))
  (:goal (and
    (at t1 a1) (at t2 b1) (at t3 c1) (at t4 a2) (at t5 b2) (at t6 c2) (at t7 a3) (at t8 b3))))
