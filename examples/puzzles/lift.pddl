; A lift with room for two takes five people to their floors. It costs 2 to start or stop at a floor where someone gets in
; or out, and 1 for each floor it passes. Cost 34.
(define (domain lift)
  (:requirements :strips :typing :action-costs)
  (:types person floor seat)
  (:predicates (lift ?f - floor) (waits ?p - person ?f - floor) (sits ?p - person ?s - seat) (free ?s - seat)
    (wants ?p - person ?f - floor) (done ?p - person) (above ?high ?low - floor))
  (:functions (total-cost) - number)
  (:action up
    :parameters (?from ?to - floor)
    :precondition (and (lift ?from) (above ?to ?from))
    :effect (and (not (lift ?from)) (lift ?to) (increase (total-cost) 1)))
  (:action down
    :parameters (?from ?to - floor)
    :precondition (and (lift ?from) (above ?from ?to))
    :effect (and (not (lift ?from)) (lift ?to) (increase (total-cost) 1)))
  (:action board
    :parameters (?p - person ?s - seat ?f - floor)
    :precondition (and (lift ?f) (waits ?p ?f) (free ?s))
    :effect (and (not (waits ?p ?f)) (not (free ?s)) (sits ?p ?s) (increase (total-cost) 2)))
  (:action leave
    :parameters (?p - person ?s - seat ?f - floor)
    :precondition (and (lift ?f) (sits ?p ?s) (wants ?p ?f))
    :effect (and (not (sits ?p ?s)) (free ?s) (done ?p) (increase (total-cost) 2))))

(define (problem five-people)
  (:domain lift)
  (:objects ann bob cyd dee eve - person f0 f1 f2 f3 f4 f5 - floor s1 s2 - seat)
  (:init (lift f0) (free s1) (free s2) (above f1 f0) (above f2 f1) (above f3 f2) (above f4 f3) (above f5 f4)
    (waits ann f0) (wants ann f5) (waits bob f3) (wants bob f0) (waits cyd f5) (wants cyd f1)
    (waits dee f2) (wants dee f4) (waits eve f4) (wants eve f0) (= (total-cost) 0))
  (:goal (and (done ann) (done bob) (done cyd) (done dee) (done eve)))
  (:metric minimize (total-cost)))
