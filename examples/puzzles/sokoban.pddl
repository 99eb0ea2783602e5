; A small warehouse: push each box onto a mark. Pushes count, steps do not. Seven pushes.
;
;     ####  
;   ###  ###
;   # $    #
;   # . #$ #
;   ##.  . #
;    #$@ ###
;    #   #  
;    #####  
(define (domain warehouse)
  (:requirements :strips :typing :action-costs)
  (:types cell direction)
  (:predicates (keeper ?c - cell) (box ?c - cell) (free ?c - cell) (step ?from ?to - cell ?d - direction))
  (:functions (total-cost) - number)
  (:action walk
    :parameters (?from ?to - cell ?d - direction)
    :precondition (and (keeper ?from) (step ?from ?to ?d) (free ?to))
    :effect (and (not (keeper ?from)) (keeper ?to) (not (free ?to)) (free ?from)))
  (:action push
    :parameters (?from ?at ?to - cell ?d - direction)
    :precondition (and (keeper ?from) (step ?from ?at ?d) (box ?at) (step ?at ?to ?d) (free ?to))
    :effect (and (not (keeper ?from)) (keeper ?at) (not (box ?at)) (box ?to) (free ?from) (not (free ?to))
      (increase (total-cost) 1))))

(define (problem small-warehouse)
  (:domain warehouse)
  (:objects right down left up - direction
    d2 e2 b3 c3 d3 e3 f3 g3 b4 c4 d4 f4 g4 c5 d5 e5 f5 g5 c6 d6 e6 c7 d7 e7 - cell)
  (:init
    (step d2 e2 right) (step d2 d3 down) (step e2 e3 down) (step e2 d2 left) (step b3 c3 right) (step b3 b4 down)
    (step c3 d3 right) (step c3 c4 down) (step c3 b3 left) (step d3 e3 right) (step d3 d4 down) (step d3 c3 left)
    (step d3 d2 up) (step e3 f3 right) (step e3 d3 left) (step e3 e2 up) (step f3 g3 right) (step f3 f4 down)
    (step f3 e3 left) (step g3 g4 down) (step g3 f3 left) (step b4 c4 right) (step b4 b3 up) (step c4 d4 right)
    (step c4 c5 down) (step c4 b4 left) (step c4 c3 up) (step d4 d5 down) (step d4 c4 left) (step d4 d3 up)
    (step f4 g4 right) (step f4 f5 down) (step f4 f3 up) (step g4 g5 down) (step g4 f4 left) (step g4 g3 up)
    (step c5 d5 right) (step c5 c6 down) (step c5 c4 up) (step d5 e5 right) (step d5 d6 down) (step d5 c5 left)
    (step d5 d4 up) (step e5 f5 right) (step e5 e6 down) (step e5 d5 left) (step f5 g5 right) (step f5 e5 left)
    (step f5 f4 up) (step g5 f5 left) (step g5 g4 up) (step c6 d6 right) (step c6 c7 down) (step c6 c5 up)
    (step d6 e6 right) (step d6 d7 down) (step d6 c6 left) (step d6 d5 up) (step e6 e7 down) (step e6 d6 left)
    (step e6 e5 up) (step c7 d7 right) (step c7 c6 up) (step d7 e7 right) (step d7 c7 left) (step d7 d6 up)
    (step e7 d7 left) (step e7 e6 up)
    (keeper d6) (box c3) (box f4) (box c6) (free d2) (free e2) (free b3) (free d3) (free e3) (free f3) (free g3)
    (free b4) (free c4) (free d4) (free g4) (free c5) (free d5) (free e5) (free f5) (free g5) (free e6) (free c7)
    (free d7) (free e7)
    (= (total-cost) 0))
  (:goal (and (box c4) (box c5) (box f5)))
  (:metric minimize (total-cost)))
