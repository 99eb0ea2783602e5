; Three priests and three devils cross a river in a boat for two. On neither bank may the devils outnumber the priests,
; if there are any. Eleven crossings, as for `position fen 3 3 2` in the game of that name.
(define (domain priests-and-devils)
  (:requirements :typing :negative-preconditions)
  (:types number bank)
  (:predicates
    (priests ?b - bank ?n - number) (devils ?b - bank ?n - number) (boat ?b - bank)
    (sum ?one ?other ?all - number)  ; ?one + ?other = ?all
    (load ?p ?d - number)            ; so many of each fit into the boat
    (safe ?p ?d - number))           ; so many of each may stand together
  (:action cross
    :parameters (?from ?to - bank ?p ?d - number ?p1 ?p2 ?q1 ?q2 ?d1 ?d2 ?e1 ?e2 - number)
    :precondition (and (boat ?from) (not (boat ?to)) (load ?p ?d)
      (priests ?from ?p1) (sum ?p2 ?p ?p1) (priests ?to ?q1) (sum ?q1 ?p ?q2)
      (devils ?from ?d1) (sum ?d2 ?d ?d1) (devils ?to ?e1) (sum ?e1 ?d ?e2)
      (safe ?p2 ?d2) (safe ?q2 ?e2))
    :effect (and (not (boat ?from)) (boat ?to)
      (not (priests ?from ?p1)) (priests ?from ?p2) (not (priests ?to ?q1)) (priests ?to ?q2)
      (not (devils ?from ?d1)) (devils ?from ?d2) (not (devils ?to ?e1)) (devils ?to ?e2))))

(define (problem three-of-each-in-a-boat-for-two)
  (:domain priests-and-devils)
  (:objects left right - bank n0 n1 n2 n3 - number)
  (:init (boat right) (priests right n3) (devils right n3) (priests left n0) (devils left n0)
    (load n0 n1) (load n1 n0) (load n1 n1) (load n0 n2) (load n2 n0)
    (sum n0 n0 n0) (sum n0 n1 n1) (sum n0 n2 n2) (sum n0 n3 n3) (sum n1 n0 n1) (sum n1 n1 n2) (sum n1 n2 n3)
    (sum n2 n0 n2) (sum n2 n1 n3) (sum n3 n0 n3)
    (safe n0 n0) (safe n0 n1) (safe n0 n2) (safe n0 n3) (safe n1 n0) (safe n1 n1) (safe n2 n0) (safe n2 n1)
    (safe n2 n2) (safe n3 n0) (safe n3 n1) (safe n3 n2) (safe n3 n3))
  (:goal (and (priests left n3) (devils left n3))))
