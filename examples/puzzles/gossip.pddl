; Five people each know a secret. Whoever is on the telephone tells all that he knows. How many calls until everyone knows
; everything? Six calls.
(define (domain gossip)
  (:requirements :adl)
  (:types person)
  (:predicates (knows ?p ?secret-of - person) (before ?p ?q - person))
  (:action call
    :parameters (?p ?q - person)
    :precondition (before ?p ?q)
    :effect (forall (?s - person)
      (and (when (knows ?p ?s) (knows ?q ?s)) (when (knows ?q ?s) (knows ?p ?s))))))

(define (problem five-people)
  (:domain gossip)
  (:objects p1 p2 p3 p4 p5 - person)
  (:init (knows p1 p1) (knows p2 p2) (knows p3 p3) (knows p4 p4) (knows p5 p5)
    (before p1 p2) (before p1 p3) (before p1 p4) (before p1 p5) (before p2 p3) (before p2 p4) (before p2 p5)
    (before p3 p4) (before p3 p5) (before p4 p5))
  (:goal (forall (?p ?s - person) (knows ?p ?s))))
