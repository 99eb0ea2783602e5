; A father with two sons, a mother with two daughters, and a policewoman with a thief cross a river on a raft for two.
; Only the father, the mother and the policewoman can steer. On neither bank may a son be with the mother and without the
; father, a daughter with the father and without the mother, or the thief with one of the family and without the
; policewoman; nor on the raft. Seventeen crossings.
(define (domain family)
  (:requirements :adl)
  (:types bank person)
  (:predicates (at ?p - person ?b - bank) (raft ?b - bank) (steers ?p - person)
    (harms ?one ?other ?guard - person))  ; ?one may be with ?other only if ?guard is there
  (:action ride
    :parameters (?p - person ?from ?to - bank)
    :precondition (and (raft ?from) (not (raft ?to)) (at ?p ?from) (steers ?p)
      (forall (?x ?y ?g - person) (imply (harms ?x ?y ?g) (and
        ; On the bank that is left.
        (or (= ?x ?p) (= ?y ?p) (not (at ?x ?from)) (not (at ?y ?from)) (and (at ?g ?from) (not (= ?g ?p))))
        ; On the other one.
        (or (and (not (= ?x ?p)) (not (at ?x ?to))) (and (not (= ?y ?p)) (not (at ?y ?to))) (= ?g ?p) (at ?g ?to))))))
    :effect (and (not (raft ?from)) (raft ?to) (not (at ?p ?from)) (at ?p ?to)))
  (:action ride-with
    :parameters (?p ?q - person ?from ?to - bank)
    :precondition (and (raft ?from) (not (raft ?to)) (at ?p ?from) (at ?q ?from) (steers ?p) (not (= ?p ?q))
      (forall (?x ?y ?g - person) (imply (harms ?x ?y ?g) (and
        ; On the raft.
        (not (and (= ?x ?p) (= ?y ?q))) (not (and (= ?x ?q) (= ?y ?p)))
        (or (= ?x ?p) (= ?y ?p) (= ?x ?q) (= ?y ?q) (not (at ?x ?from)) (not (at ?y ?from))
          (and (at ?g ?from) (not (= ?g ?p)) (not (= ?g ?q))))
        (or (and (not (= ?x ?p)) (not (= ?x ?q)) (not (at ?x ?to)))
          (and (not (= ?y ?p)) (not (= ?y ?q)) (not (at ?y ?to))) (= ?g ?p) (= ?g ?q) (at ?g ?to))))))
    :effect (and (not (raft ?from)) (raft ?to)
      (not (at ?p ?from)) (at ?p ?to) (not (at ?q ?from)) (at ?q ?to))))

(define (problem police-and-thief)
  (:domain family)
  (:objects left right - bank father mother son1 son2 daughter1 daughter2 police thief - person)
  (:init (raft left) (steers father) (steers mother) (steers police)
    (at father left) (at mother left) (at son1 left) (at son2 left) (at daughter1 left) (at daughter2 left)
    (at police left) (at thief left)
    (harms father daughter1 mother) (harms father daughter2 mother) (harms mother son1 father)
    (harms mother son2 father) (harms thief father police) (harms thief mother police) (harms thief son1 police)
    (harms thief son2 police) (harms thief daughter1 police) (harms thief daughter2 police))
  (:goal (forall (?p - person) (at ?p right))))
