"""Rows of the command line: matches, errors, options, inputs and outputs."""

from trial import ENGINE, case, run

# Matches.

MATCH = ["match", "--engine", "name=a", f"cmd={ENGINE}", "--engine", "name=b", f"cmd={ENGINE}"]


@case("A6 a mistyped option stops a match before the first game", "status 2, nearest name")
def _():
    done = run(*MATCH, "option.Hsh=3", "option.Skill Level=99", "--each", "nodes=1", "--games", "2")
    named = 'no option "Hsh"; did you mean "Hash"?' in done.err
    return "status 2, nearest name" if done.returncode == 2 and named and not done.out else f"{done.returncode}: {done.err}"


@case("A6 an option out of range stops a match before the first game", "status 2, range")
def _():
    done = run(*MATCH, "option.Skill Level=99", "--each", "nodes=1", "--games", "2")
    told = "from -4 to 20" in done.err
    return "status 2, range" if done.returncode == 2 and told and not done.out else f"{done.returncode}: {done.err}"
