; Three couples cross a river in a boat for two. No wife may be with other men, on a bank or in the boat, unless her
; husband is there. Eleven crossings.
(define (domain couples)
  (:requirements :adl)
  (:types bank person - object man woman - person)
  (:predicates (at ?p - person ?b - bank) (boat ?b - bank) (married ?m - man ?w - woman))
  (:action row-alone
    :parameters (?p - person ?from ?to - bank)
    :precondition (and (boat ?from) (not (boat ?to)) (at ?p ?from)
      ; On the bank that is left, and on the other one: a woman without her husband meets no man.
      (forall (?m - man ?w - woman) (imply (and (married ?m ?w) (not (= ?w ?p)) (at ?w ?from))
        (or (and (at ?m ?from) (not (= ?m ?p))) (forall (?o - man) (or (= ?o ?p) (not (at ?o ?from)))))))
      (forall (?m - man ?w - woman) (imply (and (married ?m ?w) (or (= ?w ?p) (at ?w ?to)))
        (or (= ?m ?p) (at ?m ?to) (forall (?o - man) (and (not (= ?o ?p)) (not (at ?o ?to))))))))
    :effect (and (not (boat ?from)) (boat ?to) (not (at ?p ?from)) (at ?p ?to)))
  (:action row
    :parameters (?p ?q - person ?from ?to - bank)
    :precondition (and (boat ?from) (not (boat ?to)) (at ?p ?from) (at ?q ?from) (not (= ?p ?q))
      ; In the boat: no man with a woman who is not his wife.
      (forall (?m - man ?w - woman) (imply (and (not (married ?m ?w)) (or (= ?m ?p) (= ?m ?q)))
        (and (not (= ?w ?p)) (not (= ?w ?q)))))
      (forall (?m - man ?w - woman) (imply (and (married ?m ?w) (not (= ?w ?p)) (not (= ?w ?q)) (at ?w ?from))
        (or (and (at ?m ?from) (not (= ?m ?p)) (not (= ?m ?q)))
          (forall (?o - man) (or (= ?o ?p) (= ?o ?q) (not (at ?o ?from)))))))
      (forall (?m - man ?w - woman) (imply (and (married ?m ?w) (or (= ?w ?p) (= ?w ?q) (at ?w ?to)))
        (or (= ?m ?p) (= ?m ?q) (at ?m ?to)
          (forall (?o - man) (and (not (= ?o ?p)) (not (= ?o ?q)) (not (at ?o ?to))))))))
    :effect (and (not (boat ?from)) (boat ?to)
      (not (at ?p ?from)) (at ?p ?to) (not (at ?q ?from)) (at ?q ?to))))

(define (problem three-couples)
  (:domain couples)
  (:objects left right - bank adam bert carl - man anna beth cleo - woman)
  (:init (boat left) (married adam anna) (married bert beth) (married carl cleo)
    (at adam left) (at bert left) (at carl left) (at anna left) (at beth left) (at cleo left))
  (:goal (forall (?p - person) (at ?p right))))
