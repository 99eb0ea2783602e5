; Four people cross a bridge by night, at most two at a time, and always with the one torch. They need 1, 2, 5 and 10
; minutes; two go as slowly as the slower one. Seventeen minutes.
(define (domain bridge)
  (:requirements :typing :negative-preconditions :equality :action-costs)
  (:types person side)
  (:predicates (at ?p - person ?s - side) (torch ?s - side) (no-faster ?p ?q - person))
  (:functions (total-cost) - number (minutes ?p - person) - number)
  (:action cross-alone
    :parameters (?p - person ?from ?to - side)
    :precondition (and (torch ?from) (not (torch ?to)) (at ?p ?from))
    :effect (and (not (torch ?from)) (torch ?to) (not (at ?p ?from)) (at ?p ?to)
      (increase (total-cost) (minutes ?p))))
  (:action cross
    :parameters (?slow ?fast - person ?from ?to - side)
    :precondition (and (torch ?from) (not (torch ?to)) (at ?slow ?from) (at ?fast ?from) (no-faster ?slow ?fast))
    :effect (and (not (torch ?from)) (torch ?to)
      (not (at ?slow ?from)) (at ?slow ?to) (not (at ?fast ?from)) (at ?fast ?to)
      (increase (total-cost) (minutes ?slow)))))

(define (problem one-two-five-ten)
  (:domain bridge)
  (:objects ada ben cas dan - person here there - side)
  (:init (torch here) (at ada here) (at ben here) (at cas here) (at dan here)
    (= (minutes ada) 1) (= (minutes ben) 2) (= (minutes cas) 5) (= (minutes dan) 10) (= (total-cost) 0)
    (no-faster ben ada) (no-faster cas ada) (no-faster cas ben)
    (no-faster dan ada) (no-faster dan ben) (no-faster dan cas))
  (:goal (and (at ada there) (at ben there) (at cas there) (at dan there)))
  (:metric minimize (total-cost)))
