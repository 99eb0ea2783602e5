; Peg solitaire on a triangle of fifteen holes: a peg jumps over another one, which is taken away. One is to be left, where
; the empty hole was. Thirteen jumps.
(define (domain peg-solitaire)
  (:requirements :strips :typing)
  (:types hole)
  (:predicates (peg ?h - hole) (empty ?h - hole) (row ?from ?over ?to - hole))
  (:action jump
    :parameters (?from ?over ?to - hole)
    :precondition (and (row ?from ?over ?to) (peg ?from) (peg ?over) (empty ?to))
    :effect (and (not (peg ?from)) (not (peg ?over)) (not (empty ?to)) (empty ?from) (empty ?over) (peg ?to))))

(define (problem triangle)
  (:domain peg-solitaire)
  (:objects a1 b1 b2 c1 c2 c3 d1 d2 d3 d4 e1 e2 e3 e4 e5 - hole)
  (:init
    (row a1 b1 c1) (row a1 b2 c3) (row b1 c1 d1) (row b1 c2 d3) (row b2 c2 d2) (row b2 c3 d4) (row c1 c2 c3)
    (row c1 d1 e1) (row c1 d2 e3) (row c1 b1 a1) (row c2 d2 e2) (row c2 d3 e4) (row c3 d3 e3) (row c3 d4 e5)
    (row c3 c2 c1) (row c3 b2 a1) (row d1 d2 d3) (row d1 c1 b1) (row d2 d3 d4) (row d2 c2 b2) (row d3 d2 d1)
    (row d3 c2 b1) (row d4 d3 d2) (row d4 c3 b2) (row e1 e2 e3) (row e1 d1 c1) (row e2 e3 e4) (row e2 d2 c2)
    (row e3 e4 e5) (row e3 e2 e1) (row e3 d3 c3) (row e3 d2 c1) (row e4 e3 e2) (row e4 d3 c2) (row e5 e4 e3)
    (row e5 d4 c3)
    (empty a1) (peg b1) (peg b2) (peg c1) (peg c2) (peg c3) (peg d1) (peg d2) (peg d3) (peg d4) (peg e1) (peg e2) (peg e3)
    (peg e4) (peg e5))
  (:goal (and (peg a1) (empty b1) (empty b2) (empty c1) (empty c2) (empty c3) (empty d1) (empty d2) (empty d3) (empty d4) (empty e1)
    (empty e2) (empty e3) (empty e4) (empty e5))))
