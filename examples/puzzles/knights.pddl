; Two white and two black knights in the corners of a board of three by three change places. Sixteen moves.
(define (domain knights)
  (:requirements :strips :typing)
  (:types cell colour)
  (:predicates (knight ?k - colour ?c - cell) (empty ?c - cell) (leap ?from ?to - cell))
  (:action move
    :parameters (?k - colour ?from ?to - cell)
    :precondition (and (knight ?k ?from) (leap ?from ?to) (empty ?to))
    :effect (and (not (knight ?k ?from)) (knight ?k ?to) (not (empty ?to)) (empty ?from))))

(define (problem change-places)
  (:domain knights)
  (:objects white black - colour a1 b1 c1 a2 c2 a3 b3 c3 - cell)
  (:init
    (leap a1 b3) (leap a1 c2) (leap b1 a3) (leap b1 c3) (leap c1 a2) (leap c1 b3) (leap a2 c1) (leap a2 c3)
    (leap c2 a1) (leap c2 a3) (leap a3 b1) (leap a3 c2) (leap b3 a1) (leap b3 c1) (leap c3 a2) (leap c3 b1)
    (knight white a1) (knight white c1) (knight black a3) (knight black c3)
    (empty b1) (empty a2) (empty c2) (empty b3))
  (:goal (and (knight black a1) (knight black c1) (knight white a3) (knight white c3))))
