; A robot in a house of six rooms with locked doors: each key opens one door, and the robot carries one thing at a time. The
; parcel shall lie in the hall. 27 actions.
(define (domain house)
  (:requirements :adl)
  (:types room door thing - object key - thing)
  (:predicates (robot ?r - room) (lies ?t - thing ?r - room) (carries ?t - thing) (free) (open ?d - door)
    (links ?d - door ?one ?other - room) (opens ?k - key ?d - door))
  (:action walk
    :parameters (?from ?to - room ?d - door)
    :precondition (and (robot ?from) (open ?d) (or (links ?d ?from ?to) (links ?d ?to ?from)))
    :effect (and (not (robot ?from)) (robot ?to)))
  (:action unlock
    :parameters (?k - key ?d - door ?here ?there - room)
    :precondition (and (robot ?here) (carries ?k) (opens ?k ?d) (not (open ?d))
      (or (links ?d ?here ?there) (links ?d ?there ?here)))
    :effect (open ?d))
  (:action take
    :parameters (?t - thing ?r - room)
    :precondition (and (robot ?r) (lies ?t ?r) (free))
    :effect (and (not (free)) (not (lies ?t ?r)) (carries ?t)))
  (:action drop
    :parameters (?t - thing ?r - room)
    :precondition (and (robot ?r) (carries ?t))
    :effect (and (free) (lies ?t ?r) (not (carries ?t)))))

(define (problem parcel)
  (:domain house)
  (:objects hall kitchen study cellar attic vault - room d1 d2 d3 d4 d5 - door red blue green - key parcel - thing)
  (:init (robot hall) (free) (open d1) (open d2)
    (links d1 hall kitchen) (links d2 hall study) (links d3 kitchen cellar) (links d4 study attic) (links d5 attic vault)
    (opens red d3) (opens blue d4) (opens green d5)
    (lies red study) (lies blue cellar) (lies green kitchen) (lies parcel vault))
  (:goal (lies parcel hall)))
