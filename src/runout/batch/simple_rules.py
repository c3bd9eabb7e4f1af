"""Simple rules: a small decision tree over texture that says what to do, and what that costs.

Of all trees of a depth the best one is found, not grown greedily: for every first question and
each of its answers, the best tree of the depth below follows from one table of sums over pairs of
questions. A tree is as good as the sum of its leaves' scores, so no leaf can be changed for the
better.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from runout import checks
from runout.batch.report_columns import ALWAYS
from runout.cards import RANK_WORDS, RANKS
from runout.errors import RunoutError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from runout.batch.report import Report

    Floats = NDArray[np.float64]
    Truth = NDArray[np.bool_]

DEEPEST = 3
BEST = ("often", "cost")
"""What the best tree does: says the most frequent action most often, or costs least."""
_TIE = 1e-9
"""What cost may count where most often right is best: less than any board."""
_LEAST_GAIN = 1e-12


class TextureQuestion(NamedTuple):
    """Something to ask of a board, and how both answers are said."""

    yes: str
    no: str
    true: Truth
    """Of each board, whether it is so."""
    ranks: frozenset[int] | None = None
    """The high cards for which it is so, where it is about them."""


@dataclass(frozen=True)
class TextureRule:
    """A leaf: boards of a kind, and what to do on them."""

    conditions: tuple[str, ...]
    """What is true of its boards, one answer after the other; none where all are alike."""
    words: str
    """The same as a player says it, high cards in one phrase; ``always`` where all are alike."""
    action: str
    share: float
    """Of all boards, by weight."""
    often: float
    """How often the solution takes the action there."""
    right: float
    """The share of its boards on which the action is the most frequent one."""
    cost: float
    """Chips that taking it with every hand costs there, beside the solved strategy."""
    cost_percent: float
    """The same in percent of the pot."""

    def to_dict(self) -> dict[str, Any]:
        """It as plain data."""
        return {**vars(self), "conditions": list(self.conditions)}


@dataclass(frozen=True)
class SimpleRules:
    """What to do on each kind of board, in a few words.

    What following them costs is the EV of the solved strategy less that of taking the rule's action
    with every hand, both against the opponent of the solution, who does not adapt, and with the
    solved strategy afterwards; the mean over all boards by their weight.
    """

    line: str
    player: str
    best: str
    """One of `BEST`."""
    depth: int
    rules: tuple[TextureRule, ...]
    right: float
    """The share of boards, by weight, on which a rule says the most frequent action."""
    cost: float
    """Chips."""
    cost_percent: float
    """The same in percent of the pot."""

    def to_dict(self) -> dict[str, Any]:
        """It as plain data."""
        return {**vars(self), "rules": [rule.to_dict() for rule in self.rules]}

    def __str__(self) -> str:
        rows = [(f"{rule.words}: {rule.action}", rule) for rule in self.said()]
        wide = max(len(words) for words, _ in rows)
        lines = [f"{self.player} {_place(self.line)}"]
        lines += [
            f"  {words:{wide}}   {rule.share:.0%} of boards, played {rule.often:.0%} there, "
            f"costs {rule.cost_percent:.2f} % of the pot"
            for words, rule in rows
        ]
        lines += [
            f"the most frequent action on {self.right:.0%} of boards; always following this,",
            f"with every hand, costs {self.cost:.3g} chips, {self.cost_percent:.2f} % of the pot, "
            "against the solved opponent",
        ]
        return "\n".join(lines)

    def said(self) -> tuple[TextureRule, ...]:
        """The rules as they are remembered: exceptions, and one action for all other boards."""
        shares: dict[str, float] = {}
        for rule in self.rules:
            shares[rule.action] = shares.get(rule.action, 0.0) + rule.share
        usual = max(shares, key=lambda action: shares[action])
        others = tuple(rule for rule in self.rules if rule.action != usual)
        rest = [rule for rule in self.rules if rule.action == usual]
        return (*others, _together(rest)) if len(rest) > 1 else self.rules


def _together(rules: list[TextureRule]) -> TextureRule:
    """Rules that say the same as one for all other boards."""
    share = sum(rule.share for rule in rules)

    def mean(name: str) -> float:
        return float(sum(rule.share * getattr(rule, name) for rule in rules) / (share or 1.0))

    means = {name: mean(name) for name in ("often", "right", "cost", "cost_percent")}
    return TextureRule((), "otherwise", rules[0].action, share, **means)


def _place(line: str) -> str:
    return f"after {line!r}" if line else "at the first action"


def simple_rules(report: Report, depth: int = DEEPEST, best: str = "often") -> SimpleRules:
    """The best rules of a depth for a report."""
    depth = checks.whole("depth", depth, 0, DEEPEST)
    best = checks.choice("best", best, BEST)
    seen = _Seen.of(report)
    tree = _best(seen, seen.scores(best), np.ones(len(seen.weight), dtype=bool), depth)
    leaves = _leaves(_joined(tree), (), np.ones(len(seen.weight), dtype=bool))
    rules = tuple(seen.rule(*leaf) for leaf in leaves)
    right = sum(rule.share * rule.right for rule in rules)
    cost = sum(rule.share * rule.cost for rule in rules)
    percent = sum(rule.share * rule.cost_percent for rule in rules)
    return SimpleRules(report.line, str(report.player), best, depth, rules, right, cost, percent)


class _Leaf(NamedTuple):
    action: int
    score: float


class _Split(NamedTuple):
    question: TextureQuestion
    yes: _Leaf | _Split
    no: _Leaf | _Split

    @property
    def score(self) -> float:
        return self.yes.score + self.no.score


_Tree = _Leaf | _Split
_Answers = tuple[tuple[TextureQuestion, bool], ...]


@dataclass(frozen=True, eq=False)
class _Seen:
    """The boards of a report as arrays."""

    actions: tuple[str, ...]
    weight: Floats
    """Adds up to 1."""
    often: Floats
    """(boards, actions)"""
    cost: Floats
    """(boards, actions): the solved EV less that of always taking the action."""
    pot: Floats
    questions: tuple[TextureQuestion, ...]

    @classmethod
    def of(cls, report: Report) -> _Seen:
        if report.player is None or not report.actions:
            raise RunoutError(f"rules: nobody acts on the line {report.line!r}")
        boards = report.boards
        columns = [_column(boards, ALWAYS + action) for action in report.actions]
        if all(np.isnan(column).all() for column in columns):
            raise RunoutError("rules: the answers are of an earlier version; run the batch again")
        everywhere = [i for i, column in enumerate(columns) if not np.isnan(column).any()]
        if not everywhere:
            raise RunoutError("rules: no action is there on all boards; name one spot")
        actions = tuple(report.actions[i] for i in everywhere)
        weight = _column(boards, "weight")
        ev = _column(boards, f"ev_{report.player}")
        return cls(
            actions,
            weight / weight.sum(),
            np.stack([_column(boards, action) for action in actions], axis=1),
            ev[:, None] - np.stack([columns[i] for i in everywhere], axis=1),
            _column(boards, "pot"),
            tuple(_questions(boards)),
        )

    @property
    def most(self) -> Truth:
        """(boards, actions): whether it is the most frequent; the first of several."""
        numbers = np.argmax(self.often, axis=1)
        found: Truth = np.arange(len(self.actions)) == numbers[:, None]
        return found

    def scores(self, best: str) -> Floats:
        """(boards, actions): what a leaf gains by an action on a board.

        Where as many are right, what costs less is better, by too little to change the first.
        """
        cost = self.cost / self.pot[:, None]
        if best == "cost":
            return -self.weight[:, None] * cost
        least = _TIE / max(float(np.abs(cost).max()), 1.0)
        return self.weight[:, None] * (self.most - least * cost)

    def gains(self, own: Floats, inside: Truth, depth: int) -> Floats:
        """Of each first question, the score of the best tree of a depth that begins with it."""
        true = np.stack([question.true[inside] for question in self.questions]).astype(np.float64)
        if depth > 2:
            return np.array(
                [
                    self.gains(own[part], _within(inside, part), depth - 1).max(initial=-np.inf)
                    + self.gains(own[~part], _within(inside, ~part), depth - 1).max(initial=-np.inf)
                    for part in true > 0
                ]
            )
        total, single = own.sum(axis=0), true @ own
        others = total - single
        if depth == 1:
            return np.asarray(single.max(axis=1) + others.max(axis=1))
        pair = np.stack([true @ (true * column).T for column in own.T], axis=2)
        return _split_scores(pair, single) + _split_scores(single[None] - pair, others)

    def rule(self, answers: _Answers, inside: Truth, action: int) -> TextureRule:
        weight = self.weight[inside]
        share = float(weight.sum())
        weight = weight / (share or 1.0)
        cost = self.cost[inside, action]
        return TextureRule(
            tuple(question.yes if so else question.no for question, so in answers),
            _said(answers),
            self.actions[action],
            share,
            float(weight @ self.often[inside, action]),
            float(weight @ self.most[inside, action]),
            float(weight @ cost),
            float(weight @ (100 * cost / self.pot[inside])),
        )


def _column(boards: Any, name: str) -> Floats:  # noqa: ANN401
    found: Floats = boards[name].cast(float).fill_null(np.nan).to_numpy().astype(np.float64)
    return found


def _questions(boards: Any) -> list[TextureQuestion]:  # noqa: ANN401
    """All that may be asked of a board; simple things first, as they win where several are best."""
    found: list[TextureQuestion] = []

    def ask(yes: str, no: str, true: object, ranks: Iterable[int] | None = None) -> None:
        truth = np.asarray(true, dtype=bool)
        seen = any((truth == one.true).all() or (truth != one.true).all() for one in found)
        if truth.any() and not truth.all() and not seen:
            about = None if ranks is None else frozenset(ranks)
            found.append(TextureQuestion(yes, no, truth, about))

    paired = np.array(boards["pairing"].to_list())
    ask("paired", "unpaired", paired != "unpaired")
    for word in dict.fromkeys(paired.tolist()):
        ask(word, f"not {word}", paired == word)
    suits = np.array(boards["suits"].to_list())
    for word in ("monotone", "two-tone", "rainbow", *dict.fromkeys(suits.tolist())):
        ask(word, f"not {word}", suits == word)
    connection = np.array(boards["connection"].to_list())
    ask("connected", "not connected", connection == "connected")
    ask("disconnected", "not disconnected", connection == "disconnected")
    ask("semi-connected", "not semi-connected", connection == "semi-connected")
    high = np.array([RANKS.index(rank) for rank in boards["high"].to_list()])
    for rank in range(len(RANKS) - 1, 0, -1):
        below = RANK_WORDS[rank - 1]
        name = RANK_WORDS[rank]
        top = f"{name}-high" if rank == len(RANKS) - 1 else f"{name}-high or better"
        ask(top, f"{below}-high or lower", high >= rank, range(rank, len(RANKS)))
    for rank in range(len(RANKS) - 2, 0, -1):
        ask(f"{RANK_WORDS[rank]}-high", f"not {RANK_WORDS[rank]}-high", high == rank, [rank])
    broadways = np.array(boards["broadways"].to_list())
    most = int(broadways.max(initial=0))
    for count in range(1, most + 1):
        several = f"{count} broadway cards" if count == most else f"{count} or more broadway cards"
        some = "a broadway card" if count == 1 else several
        none = "no broadway card" if count == 1 else f"fewer than {count} broadway cards"
        ask(some, none, broadways >= count)
    return found


def _best(seen: _Seen, scores: Floats, inside: Truth, depth: int) -> _Tree:
    """The best tree of a depth for some boards; a smaller one where that is as good."""
    own = scores[inside]
    if depth == 0 or not seen.questions:
        return _leaf(own.sum(axis=0))
    smaller = _best(seen, scores, inside, depth - 1)
    split = [0 < question.true[inside].sum() < len(own) for question in seen.questions]
    gains = np.where(split, seen.gains(own, inside, depth), -np.inf)
    number = int(np.argmax(gains))
    if not gains[number] > smaller.score + _LEAST_GAIN:
        return smaller
    question = seen.questions[number]
    yes = _best(seen, scores, inside & question.true, depth - 1)
    no = _best(seen, scores, inside & ~question.true, depth - 1)
    return _Split(question, yes, no)


def _split_scores(pair: Floats, whole: Floats) -> Floats:
    """The best score of a part, by a question that splits it: (parts, questions, actions) given."""
    split: Floats = pair.max(axis=2) + (whole[:, None] - pair).max(axis=2)
    found: Floats = np.maximum(split.max(axis=1), whole.max(axis=1))
    return found


def _within(inside: Truth, part: Truth) -> Truth:
    """Some of the boards that are inside, among all."""
    found = inside.copy()
    found[inside] = part
    return found


def _leaf(sums: Floats) -> _Leaf:
    action = int(np.argmax(sums))
    return _Leaf(action, float(sums[action]))


def _joined(tree: _Tree) -> _Tree:
    """The same without questions whose answers change nothing."""
    if isinstance(tree, _Leaf):
        return tree
    yes, no = _joined(tree.yes), _joined(tree.no)
    if isinstance(yes, _Leaf) and isinstance(no, _Leaf) and yes.action == no.action:
        return _Leaf(yes.action, yes.score + no.score)
    return _Split(tree.question, yes, no)


def _leaves(tree: _Tree, answers: _Answers, inside: Truth) -> list[tuple[_Answers, Truth, int]]:
    if isinstance(tree, _Leaf):
        return [(answers, inside, tree.action)]
    question = tree.question
    return [
        *_leaves(tree.yes, (*answers, (question, True)), inside & question.true),
        *_leaves(tree.no, (*answers, (question, False)), inside & ~question.true),
    ]


def _said(answers: _Answers) -> str:
    """Answers in words, those about the high card in one."""
    ranks, words = frozenset(range(len(RANKS))), []
    for question, so in answers:
        if question.ranks is None:
            words.append(question.yes if so else question.no)
        else:
            ranks = ranks & question.ranks if so else ranks - question.ranks
    high = _high_words(sorted(ranks))
    return ", ".join([*([high] if high else []), *words]) or "always"


def _high_words(ranks: list[int]) -> str:
    """Boards with these high cards: ``king-high or better``, ``ten- to queen-high``."""
    if len(ranks) in (0, len(RANKS)):
        return ""
    low, high = ranks[0], ranks[-1]
    names = [f"{RANK_WORDS[rank]}-" for rank in ranks]
    if high - low + 1 > len(ranks):  # with a gap
        missing = [rank for rank in range(len(RANKS)) if rank not in ranks]
        if len(missing) == 1:
            return f"not {RANK_WORDS[missing[0]]}-high"
        return f"{', '.join(names[:-1])} or {names[-1]}high"
    if len(ranks) == 1:
        return f"{names[0]}high"
    if high == len(RANKS) - 1:
        return f"{names[0]}high or better"
    if low == 0:
        return f"{names[-1]}high or lower"
    return f"{names[0]} {'or' if len(ranks) == 2 else 'to'} {names[-1]}high"
