; A ferryman takes a wolf, a goat and a cabbage across a river. His boat holds one of them besides himself. Without him,
; the wolf eats the goat, and the goat eats the cabbage. Seven crossings.
(define (domain ferry)
  (:requirements :strips :typing :negative-preconditions :quantified-preconditions :conditional-effects)
  (:types bank thing)
  (:predicates (at ?t - thing ?b - bank) (ferryman ?b - bank) (eats ?one ?other - thing))
  (:action cross
    :parameters (?from ?to - bank)
    :precondition (and (ferryman ?from) (not (ferryman ?to))
      (forall (?one ?other - thing) (not (and (eats ?one ?other) (at ?one ?from) (at ?other ?from)))))
    :effect (and (not (ferryman ?from)) (ferryman ?to)))
  (:action take
    :parameters (?t - thing ?from ?to - bank)
    :precondition (and (ferryman ?from) (not (ferryman ?to)) (at ?t ?from)
      (forall (?one ?other - thing)
        (or (= ?one ?t) (= ?other ?t) (not (and (eats ?one ?other) (at ?one ?from) (at ?other ?from))))))
    :effect (and (not (ferryman ?from)) (ferryman ?to) (not (at ?t ?from)) (at ?t ?to))))

(define (problem wolf-goat-cabbage)
  (:domain ferry)
  (:objects left right - bank wolf goat cabbage - thing)
  (:init (ferryman left) (at wolf left) (at goat left) (at cabbage left) (eats wolf goat) (eats goat cabbage))
  (:goal (forall (?t - thing) (at ?t right))))
