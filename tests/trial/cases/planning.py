"""Puzzles in PDDL."""

from trial import ROOT, case, engine, run, solve

PUZZLES = ROOT / "examples" / "puzzles"


@case("P1 known puzzles are proven", [["11", "proven"], ["17", "proven"], ["7", "proven"], ["81", "proven"], ["31", "proven"]])
def _():
    return [solve("plan", f"{PUZZLES}/{name}.pddl") for name in ("husbands", "torch", "wolf", "klotski", "tiles8")]


@case("P2 what cannot be done is proven", ["unsolvable", "proven"])
def _():
    lines = (line.split(";")[0] for line in (PUZZLES / "wolf.pddl").read_text().splitlines())
    text = " ".join(lines).replace("(eats goat cabbage)", "(eats goat cabbage) (eats wolf cabbage)")
    return solve("plan", " ".join(text.split()))


@case("P3 what is not supported is refused by name", True)
def _():
    out = engine("setoption name UCI_Variant value plan", "position fen (define (domain d) (:requirements :fluents))")
    return "error" in out


@case("P4 an action that holds in several ways counts once", "length=7,shortest=2,reachable=10,edges=20")
def _():
    return run("solve", "plan", str(PUZZLES / "wolf.pddl")).out.split("\t")[5]


@case("P5 a line may go on with moves", ["6", "proven"])
def _():
    return solve("plan", "startpos moves take(goat,left,right)")


@case("P6 an undeclared variable is refused where a quantifier has no objects", True)
def _():
    text = (
        "(define (domain d) (:requirements :adl) (:types ghost) (:predicates (p ?x) (won))"
        " (:action a :precondition (forall (?g - ghost) (p ?h)) :effect (won)))"
        " (define (problem q) (:domain d) (:init) (:goal (won)))"
    )
    return 'found "?h"' in engine("setoption name UCI_Variant value plan", f"position fen {text}")
