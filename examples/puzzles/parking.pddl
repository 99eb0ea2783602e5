; A crowded car park: cars and lorries move along their own lines only. The car R shall reach the exit at the right end of
; its line. Each cell that one moves is a step. Sixteen steps.
;
;   aa...b
;   c..d.b
;   crrd.b
;   c..d..
;   e...ff
;   e.ggg.
(define (domain car-park)
  (:requirements :strips :typing)
  (:types cell way vehicle - object car lorry - vehicle)
  (:predicates (back ?v - vehicle ?c - cell) (line ?v - vehicle ?w - way) (free ?c - cell)
    (next ?one ?other - cell ?w - way))
  (:action car-forward
    :parameters (?v - car ?w - way ?a ?b ?c - cell)
    :precondition (and (line ?v ?w) (back ?v ?a) (next ?a ?b ?w) (next ?b ?c ?w) (free ?c))
    :effect (and (not (back ?v ?a)) (back ?v ?b) (not (free ?c)) (free ?a)))
  (:action car-back
    :parameters (?v - car ?w - way ?a ?b ?c - cell)
    :precondition (and (line ?v ?w) (back ?v ?b) (next ?a ?b ?w) (next ?b ?c ?w) (free ?a))
    :effect (and (not (back ?v ?b)) (back ?v ?a) (not (free ?a)) (free ?c)))
  (:action lorry-forward
    :parameters (?v - lorry ?w - way ?a ?b ?c ?d - cell)
    :precondition (and (line ?v ?w) (back ?v ?a) (next ?a ?b ?w) (next ?b ?c ?w) (next ?c ?d ?w) (free ?d))
    :effect (and (not (back ?v ?a)) (back ?v ?b) (not (free ?d)) (free ?a)))
  (:action lorry-back
    :parameters (?v - lorry ?w - way ?a ?b ?c ?d - cell)
    :precondition (and (line ?v ?w) (back ?v ?b) (next ?a ?b ?w) (next ?b ?c ?w) (next ?c ?d ?w) (free ?a))
    :effect (and (not (back ?v ?b)) (back ?v ?a) (not (free ?a)) (free ?d))))

(define (problem way-out)
  (:domain car-park)
  (:objects across along - way car-a car-e car-f car-r - car car-b car-c car-d car-g - lorry
    a1 b1 c1 d1 e1 f1 a2 b2 c2 d2 e2 f2 a3 b3 c3 d3 e3 f3 a4 b4 c4 d4 e4 f4 a5 b5 c5 d5 e5 f5 a6 b6 c6 d6 e6 f6
    - cell)
  (:init
    (next a1 b1 across) (next b1 c1 across) (next c1 d1 across) (next d1 e1 across) (next e1 f1 across)
    (next a2 b2 across) (next b2 c2 across) (next c2 d2 across) (next d2 e2 across) (next e2 f2 across)
    (next a3 b3 across) (next b3 c3 across) (next c3 d3 across) (next d3 e3 across) (next e3 f3 across)
    (next a4 b4 across) (next b4 c4 across) (next c4 d4 across) (next d4 e4 across) (next e4 f4 across)
    (next a5 b5 across) (next b5 c5 across) (next c5 d5 across) (next d5 e5 across) (next e5 f5 across)
    (next a6 b6 across) (next b6 c6 across) (next c6 d6 across) (next d6 e6 across) (next e6 f6 across)
    (next a1 a2 along) (next b1 b2 along) (next c1 c2 along) (next d1 d2 along) (next e1 e2 along)
    (next f1 f2 along) (next a2 a3 along) (next b2 b3 along) (next c2 c3 along) (next d2 d3 along)
    (next e2 e3 along) (next f2 f3 along) (next a3 a4 along) (next b3 b4 along) (next c3 c4 along)
    (next d3 d4 along) (next e3 e4 along) (next f3 f4 along) (next a4 a5 along) (next b4 b5 along)
    (next c4 c5 along) (next d4 d5 along) (next e4 e5 along) (next f4 f5 along) (next a5 a6 along)
    (next b5 b6 along) (next c5 c6 along) (next d5 d6 along) (next e5 e6 along) (next f5 f6 along)
    (back car-a a1) (line car-a across) (back car-b f1) (line car-b along) (back car-c a2) (line car-c along)
    (back car-d d2) (line car-d along) (back car-e a5) (line car-e along) (back car-f e5) (line car-f across)
    (back car-g c6) (line car-g across) (back car-r b3) (line car-r across)
    (free c1) (free d1) (free e1) (free b2) (free c2) (free e2) (free e3) (free b4) (free c4) (free e4) (free f4)
    (free b5) (free c5) (free d5) (free b6) (free f6))
  (:goal (back car-r e3)))
