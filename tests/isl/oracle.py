"""What isl says of a nest: whether its iterations may run in the order that clunroll gives them.

Two accesses are two points: the numbers of the trips of the loops around each. Everything that decides whether they are the same
element, and which comes first, is an affine condition on these numbers and the parameters, and isl decides exactly whether points
exist that meet it (Verdoolaege, *isl: An Integer Set Library for the Polyhedral Model*, 2010).
"""

import islpy

from nests import COLUMNS, COUNTERS, Access, plus, text_of


class Point:
    """The iteration of an access. Its trips have names with a letter in front."""

    def __init__(self, nest, access, letter, shared):
        self.trips = [f"{'s' if level < shared else letter}{level}" for level in range(access.level + 1)]
        self.conditions, self.values = [], {}
        for loop, trip in zip(nest.loops_of(access), self.trips):
            self.values[loop.counter] = plus(self.inside(loop.start), {trip: loop.step})
            self.conditions.append(f"{trip} >= 0")
            value, bound = self.values[loop.counter], self.inside(loop.bound)
            self.conditions.append(f"{text_of(value)} {loop.comparison} {text_of(bound)}")
        self.element = self.inside(access.subscript)

    def inside(self, expression):
        """An expression with trips in the places of counters."""
        total = {}
        for name, factor in expression.items():
            total = plus(total, self.values[name] if name in COUNTERS and name else {name: 1}, factor)
        return total


def exists(points, conditions):
    """Whether there are such iterations for any values of the parameters."""
    names = list(dict.fromkeys(trip for point in points for trip in point.trips))
    every = [condition for point in points for condition in point.conditions] + conditions
    text = f"[n, m, v, w] -> {{ [{', '.join(names)}] : 0 <= w <= {COLUMNS - 1} and {' and '.join(every)} }}"
    return not islpy.Set(text).is_empty()


def earlier(one, other):
    """Conditions, one of which holds where a list of numbers is less than another one in the order of dictionaries."""
    found, equal = [], []
    for left, right in zip(one, other):
        if isinstance(left, int) and isinstance(right, int):
            if left < right:
                found.append(equal[:] or ["0 = 0"])
            if left != right:
                return found
        else:
            found.append(equal + [f"{left} < {right}"])
            equal.append(f"{left} = {right}")
    return found


def order(nest, access, point, factors=()):
    """When an access of the nest happens, from the requested loop in, with jams of these factors from there on. Without a factor, it is
    when it happens as written; its place in a body is 0 before the first inner loop, 1 in it, 2 in the second one, and 3 after them.
    """
    time, copies = [], []
    for level in range(nest.requested, access.level + 1):
        trip, factor = point.trips[level], dict(enumerate(factors)).get(level - nest.requested)
        if factor:
            # The copies of the inner jam come after one another, and each contains those of the outer one.
            copies.insert(0, trip)
        time.append(f"floor({trip}/{factor})" if factor else trip)
        is_inside = level < access.level
        is_in_second = access.is_in_second and level + 1 == access.level
        time.append((2 if is_in_second else 1) if is_inside else 3 if access.is_after else 0)
    return time + copies


def pairs(nest):
    """Accesses to one array, one of which writes."""
    accesses = nest.accesses()
    for first in accesses:
        for second in accesses:
            if first.array == second.array and (first.is_write or second.is_write):
                yield first, second


def is_of_interest(nest):
    """Whether two accesses may have to do with one another at all, and the loop may run twice."""
    access = Access("", {}, False, nest.requested)
    point = Point(nest, access, "t", 0)
    runs_again = exists([point], [f"{point.trips[-1]} > 0"])
    return runs_again and any(first is not second for first, second in pairs(nest))


def same_pass(nest, first, second):
    """Both in the copies of one pass, the second in a later iteration."""
    one, other = first.trips[nest.requested], second.trips[nest.requested]
    return [f"{one} < {other}", f"floor({one}/{nest.factor}) = floor({other}/{nest.factor})"]


def is_jam_legal(nest):
    """Whether a jam keeps the order of all accesses to one element, and the inner loops are the same in all copies."""
    factors = [nest.factor] if nest.inner_factor is None else [nest.factor, nest.inner_factor]
    for level in range(nest.requested, nest.requested + len(factors)):
        jammed = nest.loops[level].counter
        for loop in nest.loops[level + 1 :] + [nest.second]:
            if loop and (loop.start.get(jammed) or loop.bound.get(jammed)):
                return False
    for first, second in pairs(nest):
        one, other = (Point(nest, access, letter, nest.requested) for access, letter in ((first, "t"), (second, "u")))
        same = [f"{text_of(one.element)} = {text_of(other.element)}"]
        for before in earlier(order(nest, first, one), order(nest, second, other)):
            for turned in earlier(order(nest, second, other, factors), order(nest, first, one, factors)):
                if exists([one, other], same + before + turned):
                    return False
    return True


def are_loads_legal(nest):
    """Whether the only load of a loop may run before all stores of the copies in its pass."""
    accesses = nest.accesses()
    load = next(at for at, access in enumerate(accesses) if not access.is_write)
    for at, store in enumerate(accesses):
        if not store.is_write or store.array != accesses[load].array:
            continue
        one, other = (Point(nest, access, letter, 0) for access, letter in ((store, "t"), (accesses[load], "u")))
        meets = [f"{text_of(one.element)} = {text_of(other.element)}"]
        if exists([one, other], meets + same_pass(nest, one, other)):
            return False
        if at < load and exists([one, other], meets + [f"{one.trips[0]} = {other.trips[0]}"]):
            return False
    return True


def is_legal(nest):
    """Whether the form that the request asks for is right for all values of the parameters."""
    return are_loads_legal(nest) if len(nest.loops) == 1 else is_jam_legal(nest)
