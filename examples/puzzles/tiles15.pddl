; The 15-puzzle from a position that takes 35 moves.
(define (domain sliding-tiles)
  (:requirements :strips :typing)
  (:types tile cell)
  (:predicates (at ?t - tile ?c - cell) (empty ?c - cell) (next ?one ?other - cell))
  (:action slide
    :parameters (?t - tile ?from ?to - cell)
    :precondition (and (at ?t ?from) (empty ?to) (next ?from ?to))
    :effect (and (not (at ?t ?from)) (at ?t ?to) (not (empty ?to)) (empty ?from))))

(define (problem fifteen)
  (:domain sliding-tiles)
  (:objects
    t1 t2 t3 t4 t5 t6 t7 t8 t9 t10 t11 t12 t13 t14 t15 - tile
    a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4 - cell)
  (:init
    (next a1 b1) (next a1 a2) (next b1 c1) (next b1 b2) (next b1 a1) (next c1 d1) (next c1 c2) (next c1 b1)
    (next d1 d2) (next d1 c1) (next a2 b2) (next a2 a3) (next a2 a1) (next b2 c2) (next b2 b3) (next b2 a2)
    (next b2 b1) (next c2 d2) (next c2 c3) (next c2 b2) (next c2 c1) (next d2 d3) (next d2 c2) (next d2 d1)
    (next a3 b3) (next a3 a4) (next a3 a2) (next b3 c3) (next b3 b4) (next b3 a3) (next b3 b2) (next c3 d3)
    (next c3 c4) (next c3 b3) (next c3 c2) (next d3 d4) (next d3 c3) (next d3 d2) (next a4 b4) (next a4 a3)
    (next b4 c4) (next b4 a4) (next b4 b3) (next c4 d4) (next c4 b4) (next c4 c3) (next d4 c4) (next d4 d3)
    (at t1 a1) (at t10 b1) (at t15 c1) (at t4 d1) (at t13 a2) (at t6 b2) (at t3 c2) (at t8 d2) (at t2 a3) (at t9 b3)
    (at t12 c3) (at t7 d3) (at t14 a4) (at t5 b4) (empty c4) (at t11 d4))
  (:goal (and
    (at t1 a1) (at t2 b1) (at t3 c1) (at t4 d1) (at t5 a2) (at t6 b2) (at t7 c2) (at t8 d2) (at t9 a3) (at t10 b3)
    (at t11 c3) (at t12 d3) (at t13 a4) (at t14 b4) (at t15 c4))))
