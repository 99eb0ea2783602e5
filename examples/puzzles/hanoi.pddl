; The towers of Hanoi with seven disks: 127 moves.
(define (domain hanoi)
  (:requirements :strips)
  (:predicates (on ?disk ?below) (clear ?top) (smaller ?disk ?below))
  (:action move
    :parameters (?disk ?from ?to)
    :precondition (and (on ?disk ?from) (clear ?disk) (clear ?to) (smaller ?disk ?to))
    :effect (and (not (on ?disk ?from)) (on ?disk ?to) (clear ?from) (not (clear ?to)))))

(define (problem disks-7-pegs-3)
  (:domain hanoi)
  (:objects d1 d2 d3 d4 d5 d6 d7 p1 p2 p3)
  (:init
    (smaller d1 d2) (smaller d1 d3) (smaller d1 d4) (smaller d1 d5) (smaller d1 d6) (smaller d1 d7) (smaller d2 d3)
    (smaller d2 d4) (smaller d2 d5) (smaller d2 d6) (smaller d2 d7) (smaller d3 d4) (smaller d3 d5) (smaller d3 d6)
    (smaller d3 d7) (smaller d4 d5) (smaller d4 d6) (smaller d4 d7) (smaller d5 d6) (smaller d5 d7) (smaller d6 d7)
    (smaller d1 p1) (smaller d1 p2) (smaller d1 p3) (smaller d2 p1) (smaller d2 p2) (smaller d2 p3) (smaller d3 p1)
    (smaller d3 p2) (smaller d3 p3) (smaller d4 p1) (smaller d4 p2) (smaller d4 p3) (smaller d5 p1) (smaller d5 p2)
    (smaller d5 p3) (smaller d6 p1) (smaller d6 p2) (smaller d6 p3) (smaller d7 p1) (smaller d7 p2) (smaller d7 p3)
    (on d1 d2) (on d2 d3) (on d3 d4) (on d4 d5) (on d5 d6) (on d6 d7) (on d7 p1) (clear d1) (clear p2) (clear p3))
  (:goal (and (on d1 d2) (on d2 d3) (on d3 d4) (on d4 d5) (on d5 d6) (on d6 d7) (on d7 p3))))
