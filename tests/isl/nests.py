"""Enumerated and random affine nests: what they are, and their text as OpenCL C.

A nest has loops with `int` counters, from the outermost in. Start and bound of a loop are affine expressions of the parameters `n` and
`m` and of the counters of the loops around it. Beside the inner loop of each level are statements that read and write arrays. Some
arrays consist of rows. A request is before one of the loops; for a jam, the loop inside it may be jammed too. After the innermost loop
there may be another one. A variable from outside is an array whose subscript is nothing. An affine expression is a dictionary from
names to factors; the name `""` has the constant. The names `v` and `w` are quotients and masks of the parameters, which isl takes for
parameters too.
"""

import dataclasses
import itertools
import random

COUNTERS = "rjklq"
ARRAYS = "abc"
ROWS = "t"
COLUMNS = 8
OTHERS = {"v": "(n / 4)", "w": "(m & 7)"}
VARIABLE = "s"


def text_of(expression):
    """An affine expression in C; isl reads it too."""
    parts = []
    for name, factor in expression.items():
        if factor:
            sign = "-" if factor < 0 else "+"
            size = str(abs(factor)) if not name else name if abs(factor) == 1 else f"{abs(factor)} * {name}"
            parts.append((sign, size))
    if not parts:
        return "0"
    first = parts[0][1] if parts[0][0] == "+" else "-" + parts[0][1]
    return first + "".join(f" {sign} {size}" for sign, size in parts[1:])


def plus(one, other, factor=1):
    """The sum of an affine expression and a multiple of another."""
    total = dict(one)
    for name, value in other.items():
        total[name] = total.get(name, 0) + factor * value
    return total


def in_c(expression):
    """An affine expression in C, with the quotients and masks."""
    text = text_of(expression)
    for name, value in OTHERS.items():
        text = text.replace(name, value)
    return text


@dataclasses.dataclass
class Loop:
    """A loop of a nest."""

    counter: str
    start: dict
    comparison: str
    bound: dict
    step: int
    is_declared: bool = True

    def step_text(self):
        steps = {1: f"{self.counter}++", -1: f"{self.counter}--"}
        amount = f"{self.counter} {'+' if self.step > 0 else '-'}= {abs(self.step)}"
        return steps.get(self.step, amount)

    def first_text(self):
        return f"{'int ' if self.is_declared else ''}{self.counter} = {text_of(self.start)}"

    def test_text(self):
        return f"{self.counter} {self.comparison} {text_of(self.bound)}"

    def text(self):
        return f"for ({self.first_text()}; {self.test_text()}; {self.step_text()})"


@dataclasses.dataclass
class Access:
    """An element of an array that a statement reads or writes."""

    array: str
    subscript: dict
    is_write: bool
    level: int
    is_after: bool = False
    # Of an array of rows, the number of the row; the subscript counts the elements of all rows.
    row: dict = None
    is_in_second: bool = False

    def text(self):
        if self.array == VARIABLE:
            return self.array
        if self.row is None:
            return f"{self.array}[{in_c(self.subscript)}]"
        return f"{self.array}[{in_c(self.row)}][{in_c(plus(self.subscript, self.row, -COLUMNS))}]"


@dataclasses.dataclass
class Statement:
    """Reads elements, and then writes one."""

    target: Access
    sources: list

    def text(self):
        return f"{self.target.text()} = {' + '.join([one.text() for one in self.sources] + ['1'])};"


@dataclasses.dataclass
class Nest:
    """A nest with a request."""

    loops: list
    before: list
    after: list
    requested: int
    factor: int
    # A loop after the innermost one, in the same body, with its statements.
    second: Loop = None
    in_second: list = dataclasses.field(default_factory=list)
    # The factor of a jam of the loop inside.
    inner_factor: int = None
    # Whether a `continue` may end an iteration of the innermost loop.
    continues: bool = False

    def accesses(self):
        """All accesses, in the order of the text."""
        found = []
        for statements in self.before + [self.in_second] + self.after[::-1]:
            for statement in statements:
                found += statement.sources + [statement.target]
        return found

    def loops_of(self, access):
        """The loops around an access."""
        around = self.loops[: access.level + 1]
        return around[:-1] + [self.second] if access.is_in_second else around

    def requests(self):
        """How many requests there are."""
        return 1 if self.inner_factor is None else 2

    def text(self, name):
        word = "unroll" if len(self.loops) == 1 else "unroll_and_jam"
        parameters = ", ".join(f"global int *restrict {array}" for array in ARRAYS)
        lines = [f"kernel void {name}({parameters}, int n, int m) {{", f"int {ROWS}[64][{COLUMNS}];"]
        outside = [loop.counter for loop in self.loops + [self.second] if loop and not loop.is_declared]
        if any(access.array == VARIABLE for access in self.accesses()):
            outside.append(f"{VARIABLE} = 0")
        lines += [f"int {name};" for name in outside]
        # In every third nest, the innermost loop is `while` with a step. A `continue` would pass by the step.
        last = len(self.loops) - 1
        is_while = last > self.requested and not self.continues and sum(name.encode()) % 3 == 0
        for level, loop in enumerate(self.loops):
            if is_while and level == last:
                lines.append(f"{loop.first_text()};")
            if level == self.requested:
                lines.append(f"#pragma {word} {self.factor}")
            if level == self.requested + 1 and self.inner_factor is not None:
                lines.append(f"#pragma {word} {self.inner_factor}")
            header = f"while ({loop.test_text()})" if is_while and level == last else loop.text()
            lines.append(f"{header} {{")
            if self.continues and level == len(self.loops) - 1:
                lines.append("if (n & 1) continue;")
            lines += [statement.text() for statement in self.before[level]]
        for level in reversed(range(len(self.loops))):
            lines += [statement.text() for statement in self.after[level]]
            if is_while and level == last:
                lines.append(f"{self.loops[level].step_text()};")
            lines.append("}")
            if self.second and level == len(self.loops) - 1:
                lines.append(f"{self.second.text()} {{")
                lines += [statement.text() for statement in self.in_second]
                lines.append("}")
        return "\n".join(lines + ["}", ""])

    def class_of(self):
        """The class for which the share is counted."""
        if len(self.loops) == 1:
            return "loads first"
        if self.inner_factor is not None:
            return "jams in jams"
        if self.second:
            return "two inner loops"
        if any(access.array == VARIABLE for access in self.accesses()):
            return "variables"
        inner = {loop.counter for loop in self.loops}
        names = lambda expression: {name for name, factor in expression.items() if factor and name}
        if any(names(loop.bound) & inner for loop in self.loops):
            shape = "triangular ends"
        elif any(len(names(loop.bound)) > 1 or loop.bound.get("", 0) and names(loop.bound) for loop in self.loops):
            shape = "bounds that are sums"
        elif any(names(loop.start) & inner for loop in self.loops):
            shape = "triangular starts"
        elif any(names(loop.start) or names(loop.bound) for loop in self.loops):
            shape = "symbolic rectangles"
        else:
            shape = "rectangles"
        return shape


def enumerated():
    """All nests of two and three loops with small numbers around one statement, in an order that mixes them."""
    inner = [({"": 0}, {"n": 1}), ({"j": 1}, {"n": 1}), ({"j": 1}, {"": 5}), ({"j": 2}, {"": 7}), ({"": 0}, {"j": 1}), ({"n": 1, "j": -1}, {"": 4})]
    weights = itertools.product([1, 2, 8], [0, 1, 3], [1, 2])
    offsets = [None, 0, 1, -1, 8]
    nests = []
    for (start, bound), step, (of_r, of_j, of_k), offset in itertools.product(inner, [1, 2, -1], weights, offsets):
        first = Loop("r", {"": 0}, "<", {"": 8}, 1)
        second = Loop("j", {"": 0}, "<", {"": 3}, 1)
        third = Loop("k", start, "<", bound, step) if step > 0 else Loop("k", bound, ">=", start, step)
        subscript = {"r": of_r, "j": of_j, "k": of_k}
        sources = [] if offset is None else [Access("a", plus(subscript, {"": offset}), False, 2)]
        body = [Statement(Access("a", subscript, True, 2), sources)]
        nests.append(Nest([first, second, third], [[], [], body], [[], [], []], 0, 2))
    random.Random(7).shuffle(nests)
    return nests


class Maker:
    """Makes nests that look random."""

    def __init__(self, seed):
        self.dice = random.Random(seed)

    def nest(self):
        dice = self.dice
        depth = dice.choice([1, 2, 2, 2, 3, 3, 4])
        requested = dice.choice([0] * 4 + list(range(max(1, depth - 1))))
        style = dice.choice(["constant", "constant", "symbolic", "triangular", "any"])
        loops = []
        for level in range(depth):
            # The counters of the loops around it, mostly without the one that is jammed.
            usable = [loop.counter for at, loop in enumerate(loops) if at != requested or dice.random() < 0.03]
            loops.append(self.loop(COUNTERS[level], usable, style))
        nest = Nest(loops, [[] for _ in loops], [[] for _ in loops], requested, dice.choice([2, 2, 2, 3, 4]))
        arrays = ARRAYS[: dice.choice([1, 1, 2, 3])]
        weights = self.weights(nest)
        nest.before[-1] = [self.statement(nest, depth - 1, False, arrays, weights) for _ in range(dice.choice([1, 1, 2]))]
        for level in range(requested, depth - 1):
            if dice.random() < 0.2:
                nest.before[level] = [self.statement(nest, level, False, arrays, weights)]
            if dice.random() < 0.2:
                nest.after[level] = [self.statement(nest, level, True, arrays, weights)]
        if depth == 1:
            self.keep_one_load(nest)
        elif dice.random() < 0.4:
            self.add_new(nest, arrays, weights, style)
        return nest

    def add_new(self, nest, arrays, weights, style):
        """Adds what is more than one loop in another."""
        dice, last = self.dice, len(nest.loops) - 1
        inside = [loop for loop in nest.loops[nest.requested + 1 :]]
        if not inside:
            return
        if dice.random() < 0.4:
            usable = [loop.counter for at, loop in enumerate(nest.loops[:-1]) if at != nest.requested]
            nest.second = self.loop("q", usable, style)
            weights["q"] = weights[nest.loops[-1].counter]
            inside.append(nest.second)
            for _ in range(dice.choice([1, 1, 2])):
                statement = self.statement(nest, last, False, arrays, weights, "q")
                for access in statement.sources + [statement.target]:
                    access.is_in_second = True
                nest.in_second.append(statement)
        elif nest.requested + 2 < len(nest.loops) and dice.random() < 0.7:
            nest.inner_factor = dice.choice([2, 2, 3])
            nest.loops[-1].start = {"": dice.choice([0, 1])} if nest.loops[-1].step > 0 else nest.loops[-1].start
        if dice.random() < 0.4:
            level = dice.randrange(nest.requested, last + 1)
            is_after = level < last and dice.random() < 0.8
            statements = nest.after[level] if is_after else nest.before[level]
            target = Access(VARIABLE, {}, True, level, is_after)
            statements.append(Statement(target, [dataclasses.replace(target, is_write=False)]))
        nest.continues = dice.random() < 0.2
        for loop in inside:
            loop.is_declared = dice.random() < 0.7

    def loop(self, counter, usable, style):
        dice = self.dice
        step = dice.choice([1, 1, 1, 1, 2, 3, -1, -2])
        is_any = style == "any"
        low, high = {"": dice.choice([0, 0, 0, 1, -2])}, {"": dice.choice([2, 3, 4, 8, 16])}
        if style == "symbolic" or is_any and dice.random() < 0.5:
            high = {dice.choice("nm"): 1}
        if usable and (style == "triangular" or is_any):
            around = dice.choice(usable)
            if dice.random() < 0.6:
                low = {around: dice.choice([1, 1, 1, 2]), "": dice.choice([0, 0, 1])}
            elif dice.random() < 0.6:
                high = {around: 1, "": dice.choice([0, 1])}
            if is_any and dice.random() < 0.3:
                high = {"n": 1, around: -1}
        if style == "triangular" and dice.random() < 0.5 and not set(high) & set(COUNTERS):
            high = {dice.choice("nm"): 1}
        if step > 0:
            return Loop(counter, low, dice.choice(["<", "<", "<="]), high, step)
        return Loop(counter, high, dice.choice([">", ">="]), low, step)

    def weights(self, nest):
        """A factor for each counter, so that subscripts are often those of an array with several dimensions."""
        dice = self.dice
        weights, size = {}, 1
        for loop in reversed(nest.loops):
            weights[loop.counter] = size
            extent = max(abs(loop.bound.get("", 8)), abs(loop.start.get("", 8)), 2)
            size *= dice.choice([1, extent, extent, extent + 1, 2 * extent])
        if dice.random() < 0.3:
            for counter in list(weights):
                weights[counter] = dice.choice([0, 1, 1, 2, 3, 4, -1])
        if dice.random() < 0.2:
            names = list(weights)
            dice.shuffle(names)
            weights = dict(zip(names, weights.values()))
        return weights

    def subscript(self, nest, level, weights, innermost=None):
        dice = self.dice
        counters = [loop.counter for loop in nest.loops[: level + 1]]
        if innermost:
            counters[-1] = innermost
        total = {counter: weights[counter] for counter in counters if dice.random() < 0.93}
        total[""] = dice.choice([0, 0, 0, 1, -1, 2, 3, 8, 16, 64])
        if dice.random() < 0.15:
            total[dice.choice("nmvw")] = dice.choice([1, 1, -1, 2])
        return total

    def access(self, nest, array, level, is_write, is_after, weights, innermost=None):
        """An element, of an array of rows at times."""
        subscript = self.subscript(nest, level, weights, innermost)
        if len(nest.loops) == 1 or self.dice.random() > 0.25:
            return Access(array, subscript, is_write, level, is_after)
        outer, inner = nest.loops[nest.requested].counter, innermost or nest.loops[level].counter
        row = {outer: 1} if self.dice.random() < 0.8 else {outer: self.dice.choice([1, 2, 3]), "": self.dice.choice([0, 1])}
        column = {inner: 1, "": self.dice.choice([0, 0, 1])} if inner != outer else {"": self.dice.choice([0, 1, 3])}
        return Access(ROWS, plus(column, row, COLUMNS), is_write, level, is_after, row)

    def statement(self, nest, level, is_after, arrays, weights, innermost=None):
        dice = self.dice
        target = self.access(nest, dice.choice(arrays), level, True, is_after, weights, innermost)
        sources = []
        for _ in range(dice.choice([0, 1, 1, 2])):
            source = dataclasses.replace(target, array=ROWS if target.row else dice.choice(arrays), is_write=False)
            if dice.random() < 0.6:
                source = self.access(nest, dice.choice(arrays), level, False, is_after, weights, innermost)
            elif dice.random() < 0.5:
                source.subscript = plus(source.subscript, {"": dice.choice([1, 2, -1, 4, 8, 64])})
            sources.append(source)
        return Statement(target, sources)

    def keep_one_load(self, nest):
        """The report says whether any load moved, so that there may be only one."""
        load = None
        for statement in nest.before[0]:
            statement.sources = statement.sources[:1] if load is None else []
            load = load or (statement.sources or [None])[0]
        if load is None:
            target = nest.before[0][-1].target
            nest.before[0][-1].sources = [Access(target.array, plus(target.subscript, {"": 1}), False, 0)]
