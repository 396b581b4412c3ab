"""Would a test notice? Small faults are put into the rules of a title, one at a time, and its rules tests are judge.

    python -m tools.mutants roads --sample 500

``edits`` makes the faults, ``places`` knows which paragraph a function plays and which code stands where, ``judge``
runs the tests of that paragraph first and then all others that get there, ``notes`` keeps verdicts and knows the
mutants accepted as equivalent, ``report`` tells what was found. See docs/how-to/mutants.md.
"""
