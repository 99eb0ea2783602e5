; Parcels by van and aeroplane: two towns with two places each. 27 actions.
(define (domain post)
  (:requirements :strips :typing)
  (:types town place thing - object airport - place vehicle parcel - thing van aeroplane - vehicle)
  (:predicates (at ?t - thing ?p - place) (in ?p - parcel ?v - vehicle) (in-town ?p - place ?t - town))
  (:action load
    :parameters (?p - parcel ?v - vehicle ?at - place)
    :precondition (and (at ?p ?at) (at ?v ?at))
    :effect (and (not (at ?p ?at)) (in ?p ?v)))
  (:action unload
    :parameters (?p - parcel ?v - vehicle ?at - place)
    :precondition (and (in ?p ?v) (at ?v ?at))
    :effect (and (at ?p ?at) (not (in ?p ?v))))
  (:action drive
    :parameters (?v - van ?from ?to - place ?t - town)
    :precondition (and (at ?v ?from) (in-town ?from ?t) (in-town ?to ?t))
    :effect (and (not (at ?v ?from)) (at ?v ?to)))
  (:action fly
    :parameters (?v - aeroplane ?from ?to - airport)
    :precondition (at ?v ?from)
    :effect (and (not (at ?v ?from)) (at ?v ?to))))

(define (problem four-parcels)
  (:domain post)
  (:objects ulm linz - town ulm-field linz-field - airport ulm-post linz-post - place
    red blue - van plane - aeroplane p1 p2 p3 p4 - parcel)
  (:init (in-town ulm-field ulm) (in-town ulm-post ulm) (in-town linz-field linz) (in-town linz-post linz)
    (at red ulm-post) (at blue linz-field) (at plane linz-field)
    (at p1 ulm-post) (at p2 ulm-field) (at p3 linz-post) (at p4 ulm-post))
  (:goal (and (at p1 linz-post) (at p2 linz-post) (at p3 ulm-post) (at p4 linz-field))))
