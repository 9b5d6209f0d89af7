#!/usr/bin/env python3
"""Computes evidence and decisions again, without the code that made them.

    python3 recompute.py FOLDER
    python3 recompute.py --vectors FILE
    python3 recompute.py --comparison FILE.md [FILE.csv]

FOLDER holds the documents that `agent-topology tenant verify --save FOLDER` kept. Python's standard library is all that it needs;
signatures are checked by `openssl` where that is installed. It follows docs/evidence.md, docs/numbers.md, docs/verifying.md and
docs/recommendations.md of the contract, and nothing else. The exit code is 0 if everything agrees, 1 if something does not, and 2 for wrong use.
"""
import base64
import functools
import hashlib
import json
import math
import os
import re
import subprocess
import sys
import tempfile
from decimal import ROUND_HALF_UP, Decimal


# --- front matter: the part of YAML that documents use -------------------------------------------------------------------------------

def scalar(text):
    """A plain or quoted scalar."""
    text = text.strip()
    if text[:1] == '"':
        return json.loads(text)
    if text[:1] == "'":
        return text[1:-1].replace("''", "'")
    if re.fullmatch(r'-?\d+', text):
        return int(text)
    return {'true': True, 'false': False, 'null': None, '~': None, '': None}.get(text, text)


class Flow:
    """Reads `[a, {b: c}]`."""

    def __init__(self, text):
        self.text, self.at = text, 0

    def skip(self):
        while self.at < len(self.text) and self.text[self.at] in ' \n\t':
            self.at += 1

    def value(self, ends):
        self.skip()
        char = self.text[self.at]
        if char == '[':
            return self.items(']', lambda: self.value(',]'))
        if char == '{':
            return dict(self.items('}', self.entry))
        return scalar(self.token(ends))

    def token(self, ends):
        start = self.at
        if self.text[self.at] in '"\'':
            quote = self.text[self.at]
            self.at += 1
            while self.text[self.at] != quote:
                self.at += 2 if self.text[self.at] == '\\' and quote == '"' else 1
            self.at += 1
            return self.text[start:self.at]
        while self.at < len(self.text) and self.text[self.at] not in ends:
            if self.text[self.at] == ':' and ':' not in ends and self.text[self.at + 1:self.at + 2] == ' ':
                break
            self.at += 1
        return self.text[start:self.at]

    def entry(self):
        self.skip()
        start = self.at
        key = self.token(',}') if self.text[self.at] in '"\'' else self.text[start:self.text.index(':', start)]
        self.at = self.text.index(':', self.at if self.at > start else start) + 1
        return scalar(key), self.value(',}')

    def items(self, end, read):
        self.at += 1
        found = []
        while True:
            self.skip()
            if self.text[self.at] == end:
                self.at += 1
                return found
            found.append(read())
            self.skip()
            if self.text[self.at] == ',':
                self.at += 1


def without_comment(line):
    """A line up to a comment that no quotes enclose."""
    quote = None
    for at, char in enumerate(line):
        if quote:
            quote = None if char == quote and line[at - 1] != '\\' else quote
        elif char in '"\'' and (at == 0 or line[at - 1] in ' [{,:'):
            quote = char
        elif char == '#' and (at == 0 or line[at - 1] in ' \t'):
            return line[:at]
    return line


class Block:
    """Reads mappings and lists by their indentation."""

    def __init__(self, text):
        lines = [without_comment(line).rstrip() for line in text.split('\n')]
        self.lines = [(len(line) - len(line.lstrip()), line.strip()) for line in lines if line.strip()]
        self.at = 0

    def read(self, indent):
        if self.lines[self.at][1].startswith('- ') or self.lines[self.at][1] == '-':
            return self.list(indent)
        return self.mapping(indent)

    def rest(self, text, indent):
        """A value that begins on this line, or below it."""
        if text == '':
            if self.at < len(self.lines):
                below, line = self.lines[self.at]
                if below > indent or (below == indent and line.startswith('-')):
                    return self.read(below)
            return None
        if text[0] in '|>':
            while self.at < len(self.lines) and self.lines[self.at][0] > indent:
                self.at += 1
            return ''
        if text[0] in '[{':
            while True:
                try:
                    return Flow(text).value('')
                except IndexError:
                    text += ' ' + self.lines[self.at][1]
                    self.at += 1
        while self.at < len(self.lines) and self.lines[self.at][0] > indent:
            text += ' ' + self.lines[self.at][1]
            self.at += 1
        return scalar(text)

    def mapping(self, indent):
        found = {}
        while self.at < len(self.lines) and self.lines[self.at][0] == indent:
            key, _, text = self.lines[self.at][1].partition(':')
            self.at += 1
            found[scalar(key)] = self.rest(text.strip(), indent)
        return found

    def list(self, indent):
        found = []
        while self.at < len(self.lines) and self.lines[self.at][0] == indent and self.lines[self.at][1].startswith('-'):
            text = self.lines[self.at][1][1:].strip()
            inner = indent + 2
            if re.match(r'\w+:( |$)', text):
                self.lines[self.at] = (inner, text)
                found.append(self.mapping(inner))
            else:
                self.at += 1
                found.append(self.rest(text, indent))
        return found


def front_matter(text):
    match = re.match(r'---\n(.*?)\n---\n', text, re.S)
    return Block(match.group(1)).read(0) if match else {}


# --- numbers as texts ---------------------------------------------------------------------------------------------------------------

def text4(value):
    """Four digits; halves away from zero, of the exact value of the double."""
    text = str(Decimal(value).quantize(Decimal('0.0001'), rounding=ROUND_HALF_UP))
    return '0.0000' if text == '-0.0000' else text


def nearest(value):
    return text4(min(1.0, max(0.0, value)))


def signed(value):
    return text4(min(1.0, max(-1.0, value)))


def down(value):
    return math.floor(value * 1e4 + 1e-9) / 1e4


def up(value):
    return math.ceil(value * 1e4 - 1e-9) / 1e4


def six(number):
    return str(Decimal(number).quantize(Decimal('0.000001'), rounding=ROUND_HALF_UP))


def six_up(value):
    return six(math.ceil(value * 1e6 - 1e-7) / 1e6)


def six_down(value):
    return six(math.floor(value * 1e6 + 1e-7) / 1e6)


def e_text(value):
    return text4(math.floor(min(1e6, value) * 1e4 + 1e-6) / 1e4)


def triple(estimate):
    value, low, high = estimate
    return [signed(value), signed(down(low)), signed(up(high))]


def ratio_texts(estimate):
    value, low, high = estimate
    return [text4(min(999999999999, max(0, each))) for each in (value, down(low), up(high))]


# --- distributions ------------------------------------------------------------------------------------------------------------------

def incomplete_beta(x, a, b):
    if x <= 0:
        return 0.0
    if x >= 1:
        return 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - incomplete_beta(1 - x, b, a)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log(1 - x))
    tiny = 1e-300
    c, d = 1.0, 1 / ((1 - (a + b) * x / (a + 1)) or tiny)
    result = d
    for step in range(1, 1001):
        for part in (step * (b - step) * x / ((a + 2 * step - 1) * (a + 2 * step)),
                     -(a + step) * (a + b + step) * x / ((a + 2 * step) * (a + 2 * step + 1))):
            d = 1 / ((1 + part * d) or tiny)
            c = (1 + part / c) or tiny
            result *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return front * result / a


def t_tail(t, freedom):
    beyond = incomplete_beta(freedom / (freedom + t * t), freedom / 2, 0.5) / 2
    return beyond if t >= 0 else 1 - beyond


def t_reach(freedom):
    """The quantile that is exceeded with a chance of 0.025."""
    low, high = 0.0, 1.0
    while t_tail(high, freedom) > 0.025:
        low, high = high, 2 * high
    for _ in range(200):
        middle = (low + high) / 2
        if t_tail(middle, freedom) > 0.025:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def lower_tail(most, tosses):
    """The chance of at most so many heads of a fair coin, exactly."""
    return 0.0 if most < 0 else sum(math.comb(tosses, k) for k in range(min(most, tosses) + 1)) / 2 ** tosses


Z = 1.959963984540054


def wilson(passes, runs, reach=Z):
    if runs == 0:
        return 0.0, 1.0
    rate = passes / runs
    middle = rate + reach * reach / (2 * runs)
    half = reach * math.sqrt((rate * (1 - rate) + reach * reach / (4 * runs)) / runs)
    scale = 1 + reach * reach / runs
    return (0.0 if passes == 0 else (middle - half) / scale), (1.0 if passes == runs else (middle + half) / scale)


# --- estimates ----------------------------------------------------------------------------------------------------------------------

BETS = [0.1 + 0.5 * (index + 0.5) / 20 for index in range(20)]


def log_e(units, margin=0.0):
    """The logarithm of the e-value. Units are (value, weight)."""
    return log_mean([sum(math.log1p(bet / (1 + margin) * weight * (value - margin)) for value, weight in units) for bet in BETS])


def log_mean(logs):
    """The logarithm of the mean of what these are the logarithms of."""
    top = max(logs)
    return top + math.log(sum(math.exp(each - top) for each in logs) / len(logs))


def turned(units):
    return [(-value, weight) for value, weight in units]


def sequence(units):
    """The 95 % confidence sequence, searched in steps of 0.001 from the mean."""
    total = sum(weight for _, weight in units)
    mean = sum(value * weight for value, weight in units) / total if total else 0.0

    def is_open(margin):
        one, other = log_e(units, margin), log_e(turned(units), -margin)
        top = max(one, other)
        return top + math.log((math.exp(one - top) + math.exp(other - top)) / 2) < -math.log(0.05)

    def last(start, test):
        steps = math.floor((1 - start) / 0.001)
        low, high = 0, steps
        while high - low > 1:
            middle = (low + high) // 2
            if test(start + middle * 0.001):
                low = middle
            else:
                high = middle
        return 1.0 if high == steps else start + high * 0.001

    return -last(-mean, lambda margin: is_open(-margin)), last(mean, is_open)


class Design:
    def __init__(self, repetitions, clusters, may_stop, largest):
        self.repetitions, self.clusters, self.may_stop, self.largest = repetitions, clusters, may_stop, largest
        if may_stop:
            self.method = 'sequence'
        elif clusters and len(set(clusters)) < 10:
            self.method = 'none'
        else:
            self.method = 't' if clusters or repetitions > 1 else 'newcombe'

    def units(self, values):
        if not self.clusters:
            return [(value, 1.0) for value in values]
        groups = {}
        for name, value in zip(self.clusters, values):
            groups.setdefault(name, []).append(value)
        return [(sum(own) / len(own), len(own) / self.largest) for own in groups.values()]


def mean_of(values, clusters):
    """The mean over cases, its CR2 variance and the degrees of freedom of Satterthwaite."""
    count = len(values)
    mean = sum(values) / count if count else 0.0
    groups = {}
    for at, value in enumerate(values):
        group = groups.setdefault(clusters[at] if clusters else at, [0, 0.0])
        group[0] += 1
        group[1] += value - mean
    if len(groups) < 2:
        return mean, math.inf, 1.0, len(groups)
    variance = shares = beyond = squared = 0.0
    for size, residual in groups.values():
        share = size / count
        variance += residual ** 2 / (1 - share) / count ** 2
        shares += share ** 2
        beyond += share ** 2 / (1 - share)
        squared += (share ** 2 / (1 - share)) ** 2
    return mean, variance, 1 / (shares + beyond ** 2 - squared), len(groups)


def rate_estimate(values, design):
    mean, variance, freedom, units = mean_of(values, design.clusters)
    if design.method == 'none':
        return (mean, 0.0, 1.0), units
    if design.method == 'newcombe':
        return (mean, *wilson(mean * len(values), len(values))), len(values)
    if variance == 0:
        effective = units
    else:
        worth = 1 if variance == math.inf else math.floor(mean * (1 - mean) / variance + 1e-9)
        effective = max(1, min(len(values) * design.repetitions, worth))
    if design.method == 't':
        return (mean, *wilson(mean * effective, effective, t_reach(freedom))), effective
    low, high = sequence(design.units([2 * each - 1 for each in values]))
    return (mean, (low + 1) / 2, (high + 1) / 2), effective


def newcombe(pairs):
    both = first = second = neither = 0.0
    for a, b in pairs:
        if a > b:
            first += 1
        elif a < b:
            second += 1
        else:
            both += a
            neither += 1 - a
    size = len(pairs)
    p1, p2 = (both + first) / size, (both + second) / size
    one, two = wilson(both + first, size), wilson(both + second, size)
    margins = (both + first) * (second + neither) * (both + second) * (first + neither)
    product = both * neither - first * second
    phi = 0.0 if margins == 0 else (max(0.0, product - size / 2) if product > 0 else product) / math.sqrt(margins)

    def reach(a, b):
        return math.sqrt(max(0.0, a * a - 2 * phi * a * b + b * b))

    value = (first - second) / size
    return value, value - reach(p1 - one[0], two[1] - p2), value + reach(one[1] - p1, p2 - two[0])


def compare(pairs, design):
    """(estimate, chance that the first is no better, two-sided chance, logarithm of the e-value)"""
    values = [a - b for a, b in pairs]
    units = design.units(values)
    log = log_e(units)
    mean, variance, freedom, groups = mean_of(values, design.clusters)
    if design.method == 'none':
        return (mean, -1.0, 1.0), 1.0, 1.0, log
    if design.method == 'sequence':
        both = (math.exp(log) + math.exp(log_e(turned(units)))) / 2
        return (mean, *sequence(units)), min(1.0, math.exp(-log)), min(1.0, 1 / both), log
    if design.method == 'newcombe':
        wins, losses = sum(v > 0 for v in values), sum(v < 0 for v in values)
        one = lower_tail(losses, wins + losses)
        two = min(1.0, 2 * lower_tail(min(wins, losses), wins + losses))
        return newcombe(pairs), one, two, log
    size = len(values) ** 0.75 * groups ** 0.25
    squares = sum(v * v for v in values) / len(values)
    square, center = (squares * size + 2) / (size + 2), mean * size / (size + 2)
    variance = max(variance, (square - center * center) / (size + 2))
    if variance == math.inf:
        one, half = 1.0, math.inf
    else:
        one, half = t_tail(mean / math.sqrt(variance), freedom), t_reach(freedom) * math.sqrt(variance)
    two = min(1.0, 2 * min(one, 1 - one))
    return (mean, max(-1.0, mean - half), min(1.0, mean + half)), one, two, log


def ratio_estimate(pairs, clusters):
    known = [(a, b, clusters[at] if clusters else at) for at, (a, b) in enumerate(pairs) if a is not None and b is not None]
    first, second = sum(a for a, _, _ in known), sum(b for _, b, _ in known)
    if first == 0 or second == 0:
        return None
    value = first / second
    linear = [(a - value * b) * len(known) / first for a, b, _ in known]
    _, variance, freedom, _ = mean_of(linear, [name for _, _, name in known])
    if variance == math.inf:
        return None
    factor = math.exp(t_reach(freedom) * math.sqrt(variance))
    return value, value / factor, value * factor


# --- the order of runs --------------------------------------------------------------------------------------------------------------

def mixed(word):
    word &= 0xffffffff
    word = ((word ^ (word >> 16)) * 0x85ebca6b) & 0xffffffff
    word = ((word ^ (word >> 13)) * 0xc2b2ae35) & 0xffffffff
    return word ^ (word >> 16)


def shuffled(place, places, seed):
    key = hashlib.sha256(seed.encode()).digest()
    at = place
    for turn in range(32):
        word = int.from_bytes(key[turn % 8 * 4:turn % 8 * 4 + 4], 'big') ^ mixed(turn)
        mirror = mixed(word) % places - at
        partner = mirror + places if mirror < 0 else mirror
        if mixed(word ^ mixed(max(at, partner))) & 1:
            at = partner
    return at


def unit_order(suite, seed):
    """The places of cases in the order of units of an evaluation that may stop early, as lists."""
    count = len(suite)
    places = [shuffled(at, count, seed) for at in range(count)]
    if 'cluster' not in suite[0]:
        return [[place] for place in places]
    names = list(dict.fromkeys(case['cluster'] for case in suite))
    groups = {name: [] for name in names}
    for place in places:
        groups[suite[place]['cluster']].append(place)
    return [groups[names[shuffled(at, len(names), seed + ' clusters')]] for at in range(len(names))]


# --- evidence -----------------------------------------------------------------------------------------------------------------------

LETTERS = {'p': 'passes', 'a': 'partials', 'f': 'fails', 'o': 'fails', 'e': 'errors', 'l': 'lost'}


def verdict(letter, careful):
    if letter in 'elEL' or (careful and letter.isupper()):
        return None
    return 1 if letter in 'pP' else 0


def rates_of(letters, arms, control):
    """The pass rate of each lock on a case: what is missing counts as the other side."""
    sums = [0.0] * len(arms)
    repetitions = len(letters[0])
    for place in range(repetitions):
        own = [verdict(each[place], False) for each in letters]
        known = [each for each in own if each is not None]
        others = sum(known) / len(known) if known else 0
        base = own[control] if control is not None else None
        for arm, each in enumerate(own):
            if control is not None and base is None:
                sums[arm] += others
            else:
                sums[arm] += each if each is not None else base if base is not None else others
    return [each / repetitions for each in sums]


def excluded_of(rows, arm, control):
    """How many runs of a lock have a result that no difference counts: the control, or for it all others, are missing."""
    if control is None:
        return 0

    def excludes(letters, place):
        others = [each for at, each in enumerate(letters) if (at != control if arm == control else at == control)]
        return verdict(letters[arm][place], False) is not None and all(verdict(each[place], False) is None for each in others)

    return sum(excludes(row['outcomes'], place) for row in rows for place in range(len(row['outcomes'][arm])))


def extremes(own, other, way):
    low, high = (0, 1) if way == 'worst' else (1, 0)

    def mean(letters, missing):
        values = [verdict(letter, True) for letter in letters]
        return sum(missing if each is None else each for each in values) / len(values)

    # Whoever chose the budget of the control chose which of its runs are cut off.
    return mean(own, low), mean(other.replace('o', 'l'), high)


def evidence_again(stated, plan, suite, cases):
    """What evidence of the method v3 has to state, by its plan, suite and cases."""
    method = stated['method']
    arms, control = plan['locks'], plan.get('control')
    place_of_control = arms.index(control) if control in arms else None
    rows = sorted(cases, key=lambda row: row['case'])
    repetitions = plan['repetitions']
    clusters = [row['cluster'] for row in rows] if rows and 'cluster' in rows[0] else None
    sizes = {}
    for case in suite['cases']:
        sizes[case.get('cluster')] = sizes.get(case.get('cluster'), 0) + 1
    may_stop = method['stopping'] == 'anytime'
    design = Design(repetitions, clusters, may_stop, max(sizes.values()) if clusters else 1)
    rates = [rates_of(row['outcomes'], arms, place_of_control) for row in rows]
    results = []
    for arm, lock in enumerate(arms):
        letters = ''.join(row['outcomes'][arm] for row in rows)
        (value, low, high), effective = rate_estimate([row[arm] for row in rates], design)
        result = {'lock': lock, 'runs': len(letters), 'over_budget': letters.lower().count('o')}
        for name in ('passes', 'partials', 'fails', 'errors', 'lost'):
            result[name] = sum(LETTERS[each.lower()] == name for each in letters)
        if 'excluded' in stated['results'][arm]:
            result['excluded'] = excluded_of(rows, arm, place_of_control)
        result.update({'pass_rate': nearest(value), 'pass_rate_low': nearest(down(low)), 'pass_rate_high': nearest(up(high))})
        result.update({'effective_runs': effective, 'effective_low': nearest(down(low)), 'effective_high': nearest(up(high))})
        results.append(result)
    highest = highest_e(plan, suite, stated, cases, place_of_control) if may_stop else {}
    order = sorted(range(len(arms)), key=lambda arm: arm == place_of_control)
    pairs = [pair_again(arms, first, second, rows, rates, design, place_of_control, highest)
             for at, first in enumerate(order) for second in order[at + 1:]]
    for arm, result in enumerate(results):
        result.update(costs_again(arm, result['passes'], rows, repetitions))
        if repetitions > 1:
            result['pass_of_k'] = passes_of_k([row['outcomes'][arm].lower().count('p') for row in rows], repetitions)
    return {
        'results': results, 'pairs': pairs, 'items': items_again([row['outcomes'] for row in rows]), 'control': control,
        'pareto': pareto_again(stated['results']),
        'task_class': suite['task_class'], 'cases': len(suite['cases']), 'repetitions': repetitions,
    }


def quantile(values, percent):
    return sorted(values)[max(1, -(-len(values) * percent // 100)) - 1]


def costs_again(arm, passes, rows, repetitions):
    """What the table of cases tells of tokens and time; nothing where those of a run are not known."""
    found = {}
    for field, names in (('tokens', ('tokens_median', 'tokens_p95')),
                         ('elapsed_milliseconds', ('elapsed_median_milliseconds', 'elapsed_p95_milliseconds'))):
        values = [row[field][arm] for row in rows]
        if not values or None in values or any('l' in row['outcomes'][arm].lower() for row in rows):
            continue
        if field == 'tokens':
            found.update({'tokens_per_pass': -(-sum(values) // passes) if passes else None, 'tokens_unknown_runs': 0})
        else:
            found['elapsed_unknown_runs'] = 0
        if repetitions == 1:
            found.update(zip(names, (quantile(values, 50), quantile(values, 95))))
    return found


def passes_of_k(passes, runs):
    """pass@k and pass^k: of all ways to draw k runs of a case, those with a pass, and those with passes alone."""
    def mean(ways, k):
        return nearest(sum(ways) / (len(ways) * math.comb(runs, k)))

    return [{'k': k, 'any': mean([math.comb(runs, k) - math.comb(runs - each, k) for each in passes], k),
             'all': mean([math.comb(each, k) for each in passes], k)}
            for k in (2, 3, 4, 5, 8, 10, 20, 50, 100) if k <= runs]


def items_again(rows):
    """How many cases tell locks apart, by the letters of each lock on each."""
    rates = [[letters.lower().count('p') / len(letters) for letters in row] for row in rows]
    return {
        'all_passed': sum(min(row) == 1 for row in rates), 'none_passed': sum(max(row) == 0 for row in rates),
        'flipped': sum(any(0 < rate < 1 for rate in row) for row in rates),
        'discriminating': sum(min(row) < max(row) for row in rates),
    }


def pareto_again(results):
    """Locks of known tokens that no other beats in passes and tokens of a run."""
    known = [(each['lock'], each['passes'] / each['runs'], each['tokens_per_pass'] * each['passes'] / each['runs'])
             for each in results if 'tokens_per_pass' in each]
    return [lock for lock, rate, tokens in known
            if not any(a >= rate and b <= tokens and (a > rate or b < tokens) for _, a, b in known)]


def plan_faults(stated, plan, question, suite, cases):
    """What evidence says of its plan: what was asked, what it may spend, and the order of its runs."""
    method, asked = stated['method'], question or plan
    faults = differences('', stated, {'question': plan.get('question', stated['plan'])})
    faults += differences('method', method, {
        'stopping': plan.get('stopping', 'fixed'), 'comparison': plan.get('comparison', 'superiority'), 'margin': plan.get('margin'),
        'alpha': asked.get('alpha', '0.0500'), 'budget_ratio': asked.get('budget_ratio', '1.5000'),
    })
    units, runs = {row.get('cluster', row['case']) for row in cases}, sum(sum(row['runs']) for row in cases)
    planned = len(suite['cases']) * len(plan['locks']) * plan['repetitions']
    faults += differences('method', method, {'units': len(units), 'unit': 'cluster' if 'cluster' in suite['cases'][0] else 'case'})
    if method['stopping'] == 'fixed':
        faults += differences('method', method, {'runs_saved': planned - runs, 'looks': 0})
    if question:
        faults += differences('', stated, {'profile': question.get('profile'), 'scorer': question.get('scorer')})
    if 'comparisons_before' in method:
        before, teams = method['comparisons_before'], len(plan['locks']) - (plan.get('control') in plan['locks'])
        spends = float(method['alpha']) * (1 / (2 * before + 1) - 1 / (2 * (before + teams) + 1))
        faults += differences('method', method, {'spends': six_down(spends)})
    if 'nonce_digest' in stated and 'sha256:' + hashlib.sha256(stated['nonce'].encode()).hexdigest() != stated['nonce_digest']:
        faults.append('`nonce` is not the one of which the quote stated the digest, `nonce_digest`.')
    if method['stopping'] == 'anytime':
        seed = hashlib.sha256(f"{stated['plan']} {stated['nonce']}".encode()).hexdigest()
        units, rest = unit_order(suite['cases'], seed), len(cases)
        expected = set()
        while units and rest > len(expected):
            expected |= set(units.pop(0))
        if {row['number'] - 1 for row in cases} != expected:
            faults.append('The cases that were run are not the first in the order of plan and nonce.')
    faults += attempt_faults(stated)
    clusters = {case.get('cluster') for case in suite['cases']}
    may_show = plan.get('control') and not method.get('cases_seen') and (method['stopping'] == 'anytime' or clusters == {None} or len(clusters) > 9)
    if stated['grade'] == 'confirmatory' and not may_show:
        faults.append('It is confirmatory without a control, on cases that were seen, or with fewer than ten clusters.')
    return faults


def attempt_faults(stated):
    """Where the control is the best of several attempts: whether `selector` is among what confounds, by its counts."""
    control = next((each for each in stated['results'] if each['lock'] == stated.get('control')), {})
    own, faults = control.get('best_of'), []
    told = own and own['told'] == control['runs'] - control['errors'] - control['lost']
    is_open = bool(own) and not (told and control['passes'] * own['attempts'] >= own['passed'])
    for pair in stated['pairs']:
        if pair['second'] == stated.get('control') and ('selector' in pair.get('confounded_by', [])) != is_open:
            faults.append(f"`selector` is {'missing' if is_open else 'stated'} in what confounds {pair['first']}, against its attempts.")
    return faults


def pair_again(arms, first, second, rows, rates, design, control, highest):
    pairs = [(row[first], row[second]) for row in rates]
    estimate, one, two, log = compare(pairs, design)
    values = [a - b for a, b in pairs]
    top = highest.get(arms[first]) if second == control else None
    better = one if top is None else min(1.0, 1 / top)
    pair = {
        'first': arms[first], 'second': arms[second],
        'wins': sum(v > 0 for v in values), 'losses': sum(v < 0 for v in values), 'ties': sum(v == 0 for v in values),
        'p_two_sided': nearest(up(two)), 'p_first_better': nearest(up(better)),
        'test': {'newcombe': 'sign', 't': 't', 'sequence': 'betting', 'none': 'none'}[design.method],
        'difference': triple(estimate), 'e_value': e_text(math.exp(log)),
    }
    if top is not None:
        pair['e_value_highest'] = e_text(top)
    if second != control:
        return pair
    pair['p'] = six_up(better)
    for field, name in (('tokens', 'tokens_ratio'), ('elapsed_milliseconds', 'elapsed_ratio')):
        ratio = ratio_estimate([(row[field][first], row[field][second]) for row in rows], design.clusters)
        if ratio:
            pair[name] = ratio_texts(ratio)
    for way in ('worst', 'best'):
        bounds = [extremes(row['outcomes'][first], row['outcomes'][second], way) for row in rows]
        pair[way] = triple(compare(bounds, design)[0])
    return pair


def highest_e(plan, suite, stated, cases, control):
    """The highest e-value of each team over all looks; none where the plan asks for non-inferiority."""
    if stated['method']['comparison'] == 'non_inferiority':
        return {}
    seed = hashlib.sha256(f"{stated['plan']} {stated['nonce']}".encode()).hexdigest()
    by_place = {row['number'] - 1: row for row in cases}
    largest = max((len(unit) for unit in unit_order(suite['cases'], seed)), default=1)
    looked = {arm: [0.0] * len(BETS) for arm in range(len(plan['locks'])) if arm != control}
    highest = {arm: 0.0 for arm in looked}
    for unit in unit_order(suite['cases'], seed):
        rows = sorted((by_place[place] for place in unit if place in by_place), key=lambda row: row['case'])
        if not rows:
            break
        rates = [rates_of(row['outcomes'], plan['locks'], control) for row in rows]
        for arm, logs in looked.items():
            value = sum(row[arm] - row[control] for row in rates) / len(rates)
            weight = len(rows) / largest if 'cluster' in rows[0] else 1.0
            for at, bet in enumerate(BETS):
                logs[at] += math.log1p(bet * weight * value)
            highest[arm] = max(highest[arm], log_mean(logs))
    return {plan['locks'][arm]: math.exp(value) for arm, value in highest.items()}


# --- decisions ----------------------------------------------------------------------------------------------------------------------

ERROR_RATE = 0.05


def holm(values):
    adjusted, highest = [0.0] * len(values), 0.0
    for step, at in enumerate(sorted(range(len(values)), key=lambda at: (values[at], at))):
        highest = max(highest, min(1.0, values[at] * (len(values) - step)))
        adjusted[at] = highest
    return adjusted


def teams_in(snapshot):
    return sum(result['lock'] != snapshot.get('control') for result in snapshot['results'])


def fair_pairs(snapshot):
    return [pair for pair in snapshot['pairs'] if pair['second'] == snapshot.get('control') and pair.get('confounded_by') == []]


def is_covered(everything, pair, start, end):
    at = start
    while at < end:
        found = [each for each in everything if each['method'].get('comparisons_before') == at]
        if not found or any((p['first'], p['second']) == (pair['first'], pair['second']) for p in found[0]['pairs']):
            return False
        at += max(1, teams_in(found[0]))
    return True


def pooled(parts):
    """The mean over cases of (value, low, high, cases, may_stop), newest first."""
    if len(parts) == 1:
        return parts[0]
    if any(part[4] for part in parts):
        return max(parts, key=lambda part: part[3])
    cases = sum(part[3] for part in parts)
    value = sum(part[0] * part[3] for part in parts) / cases

    def reach(end):
        return math.sqrt(sum(((part[0] - part[end]) * (part[3] / cases)) ** 2 for part in parts))

    return value, value - reach(1), value + reach(2), cases, False


def comparisons_again(evidence, everything):
    """Every team with every control, by confirmatory evidence in the order in which it was started."""
    found, rows = {}, {}
    for digest, snapshot in evidence:
        method, pairs, chances = snapshot['method'], fair_pairs(snapshot), []
        before = method.get('comparisons_before', 0)
        for pair in pairs:
            name, own = (pair['first'], pair['second']), float(pair['p'])
            known = rows.get(name)
            product = known[0] if known and is_covered(everything, pair, known[1], before) else 1.0
            highest = max(float(pair['e_value']), float(pair.get('e_value_highest', 0)))
            together = math.inf if product * highest == 0 else 1 / (product * highest)
            chances.append(min(1.0, 2 * own, 2 * together) if known else own)
            rows[name] = (product * float(pair['e_value']), before + teams_in(snapshot))
        spends = float(method['spends'])
        for pair, chance, by_holm in zip(pairs, chances, holm(chances)):
            adjusted = min(1.0, by_holm * ERROR_RATE / spends) if spends else 1.0
            value, low, high = map(float, pair['difference'])
            cases, may_stop = pair['wins'] + pair['losses'] + pair['ties'], method['stopping'] == 'anytime'
            worst = (float(pair['worst'][0]), float(pair['worst'][1]), high, cases, may_stop)
            part = {'snapshot': digest, 'snapshot_method': method, 'pair': pair, 'part': (value, low, high, cases, may_stop), 'worst': worst}
            found.setdefault((pair['first'], pair['second']), []).append({**part, 'chance': chance, 'adjusted': adjusted})
    return found


# --- who is out, and who is first ----------------------------------------------------------------------------------------------------

# Reasons that more runs could remove, and the order in which `confounded_by` names what else explains a difference.
OPEN = {'tokens_unknown', 'elapsed_unknown', 'pass_rate_uncertain', 'does_not_beat_control', 'sensitivity', 'confounded', 'late_profile'}
CONFOUNDS = ['model', 'tools', 'budget', 'runner', 'scorer', 'selector']
USUAL_MARGIN = 0.1


def together(measured):
    """The result of a lock over (digest, snapshot, result), newest first."""
    own = sorted(measured, key=lambda each: -each[1]['cases'])
    first = own[0][2]
    if len(own) == 1:
        return first
    parts = [(*(float(result[name]) for name in ('pass_rate', 'effective_low', 'effective_high')), snapshot['cases'],
              snapshot['method']['stopping'] == 'anytime') for _, snapshot, result in own]
    rate = pooled(parts)
    if any(part[4] for part in parts):
        return own[parts.index(rate)][2]
    counts = {name: sum(result[name] for _, _, result in own) for name in ('runs', 'passes')}
    return {**first, **counts, 'pass_rate': nearest(rate[0]), 'effective_low': nearest(down(rate[1])), 'effective_high': nearest(up(rate[2]))}


def margins_of(parts):
    """The parts whose plan named a margin, with it."""
    return [(each, float(each['snapshot_method']['margin'])) for each in parts if 'margin' in each['snapshot_method']]


def no_worse(part, margin):
    """Whether a team does as well but for the margin, and takes no more tokens."""
    value, low = part['part'][:2]
    ratio = part['pair'].get('tokens_ratio')
    if not ratio or float(ratio[2]) > 1 or low <= -margin:
        return False
    chance = 0.0 if value == low else t_tail(Z * (value + margin) / (value - low), 1e6)
    return chance <= float(part['snapshot_method']['spends'])


def difference_in(versus):
    value, low, high, cases, _ = versus['pool']
    return f'Its pass rate less that of the control is {signed(value)} (95 % interval {signed(low)} to {signed(high)}, {cases} cases).'


class Contender:
    """A lock with what all usable evidence says of it."""

    def __init__(self, lock, measured, versus, lost, rates, arms):
        self.lock, self.result = lock, rates[lock]
        self.digest, self.snapshot, _ = sorted(measured, key=lambda each: -each[1]['cases'])[0]
        self.is_control = self.snapshot.get('control') == lock
        own = [each for each in versus if each['lock'] == lock]
        own.sort(key=lambda each: (-float(rates[each['control']]['pass_rate']) if each['control'] in rates else 0, -each['pool'][3]))
        self.versus = own[0] if own else None
        self.lost = next((each for each in lost if arms[each['lock']] == arms[lock]), None)

    def is_better(self):
        return self.versus['adjusted'] <= ERROR_RATE and self.versus['pool'][1] > 0

    def as_good(self):
        """The widest margin of all plans, if the control does as well but for it."""
        widest = max((margin for _, margin in margins_of(self.versus['parts'])), default=None)
        return widest if widest is not None and self.versus['pool'][2] < widest else None

    def no_worse(self):
        """The margin but for which it is no worse, by the last plan of which that holds."""
        passed = [margin for part, margin in margins_of(self.versus['parts']) if no_worse(part, margin)]
        return passed[-1] if passed else None

    def is_proven(self):
        if self.is_control or self.lost or not self.versus:
            return False
        worst = self.versus['worst_pool'][1]
        if self.is_better():
            return worst > 0
        margin = self.no_worse()
        return margin is not None and self.as_good() is None and worst > -margin

    def control_reasons(self):
        if self.is_control or self.is_proven():
            return []
        if self.lost:
            return [('loses_to_control', f'It passes less often than a control: {difference_in(self.lost)}')]
        if not self.versus:
            return [('confounded', 'What it was compared with differs in more than the organisation; `confounded_by` says in what.')]
        what = difference_in(self.versus)
        if self.is_better():
            begins = signed(self.versus['worst_pool'][1])
            return [('sensitivity', f'{what} If all that is missing had gone against it, the interval would begin at {begins}.')]
        asked = self.as_good()
        margin = USUAL_MARGIN if asked is None else asked
        if self.versus['pool'][2] < margin:
            whose = 'below which no team is worth it' if asked is None else 'of its plan'
            return [('control_does_as_well', f'{what} It is better by less than the margin {margin:.15g} {whose}.')]
        chance = nearest(up(self.versus['adjusted']))
        return [('does_not_beat_control', f'{what} To be proven, that has to be above 0, and p ({chance}) at most {ERROR_RATE}.')]

    def limit_reasons(self, profile):
        """The limits of the profile that it breaks, or is not known to keep."""
        result, found = self.result, []
        if result['max_agents'] > profile.get('max_agents', math.inf):
            found.append(('too_many_agents', f"It may have {result['max_agents']} agents at once; the profile allows {profile['max_agents']}."))
        found += self.token_reasons(profile.get('max_tokens_per_run')) + self.time_reasons(profile.get('max_elapsed_milliseconds'))
        required, low, high = profile['min_pass_rate'] / 100, result['effective_low'], result['effective_high']
        if float(low) < required:
            code = 'pass_rate_too_low' if float(high) < required else 'pass_rate_uncertain'
            found.append((code, f"It passed {result['pass_rate']} of its runs (95 % interval {low} to {high}); the profile asks for {required:.2f}."))
        return found

    def token_reasons(self, limit):
        most, unknown = self.result.get('tokens_p95'), self.result['tokens_unknown_runs']
        if limit is None or (most is not None and most <= limit and unknown == 0):
            return []
        if most is not None and most > limit:
            return [('too_many_tokens', f'The 95th percentile of its tokens is {most}; the profile allows {limit} a run.')]
        return [('tokens_unknown', f'The tokens of {unknown} runs are unknown, and the profile limits them.')]

    def time_reasons(self, limit):
        most, unknown = self.result.get('elapsed_p95_milliseconds'), self.result.get('elapsed_unknown_runs', 0)
        if limit is None or (most is not None and most <= limit and unknown == 0):
            return []
        if most is None:
            return [('elapsed_unknown', 'Its times are unknown, and the profile limits them.')]
        if most <= limit:
            return [('elapsed_unknown', f'The times of {unknown} runs are unknown, and the profile limits them.')]
        return [('too_slow', f'The 95th percentile of its time is {most} milliseconds; the profile allows {limit}.')]

    def rank(self):
        return (not self.is_proven(), -float(self.result['effective_low']), self.result.get('tokens_per_pass', math.inf), self.lock)

    def ranked(self):
        result = self.result
        row = {'lock': self.lock, 'formation': result['formation'], 'max_agents': result['max_agents'], 'control': self.is_control,
               'pass_rate': result['pass_rate'], 'low': result['effective_low'], 'high': result['effective_high'],
               'tokens_per_pass': result.get('tokens_per_pass'), 'snapshot': self.digest,
               'p_beats_control': nearest(up(self.versus['adjusted'])) if self.versus else None}
        return row


def separates(first, other, used):
    """Whether the first is shown to pass more often than another."""
    names = {first.lock, other.lock}
    pairs = [pair for _, snapshot in used for pair in snapshot['pairs'] if {pair['first'], pair['second']} == names]
    pairs.sort(key=lambda pair: -(pair['wins'] + pair['losses'] + pair['ties']))
    if not pairs:
        return float(first.result['effective_low']) > float(other.result['effective_high'])
    lead = float(pairs[0]['difference'][0])
    return (lead > 0 if pairs[0]['first'] == first.lock else lead < 0) and float(pairs[0]['p_two_sided']) <= ERROR_RATE


def effect_of(versus):
    tests = {each['pair']['test'] for each in versus['parts']} if versus else set()
    return versus and {'lock': versus['lock'], 'control': versus['control'], 'difference': triple(versus['pool'][:3]),
                       'method': 'several' if len(tests) > 1 else tests.pop(), 'cases': versus['pool'][3]}


# --- what would settle it ------------------------------------------------------------------------------------------------------------

POWER = 0.8
MOST_CASES = 2000
LEAST_GAIN, USUAL_GAIN, USUAL_DISCORDANCE = 0.1, 0.2, 0.5
LOG_FACTORIALS = [0.0]


def log_factorial(whole):
    while len(LOG_FACTORIALS) <= whole:
        LOG_FACTORIALS.append(LOG_FACTORIALS[-1] + math.log(len(LOG_FACTORIALS)))
    return LOG_FACTORIALS[whole]


def binomial(hits, tries, share):
    if share <= 0:
        return float(hits == 0)
    if share >= 1:
        return float(hits == tries)
    ways = log_factorial(tries) - log_factorial(hits) - log_factorial(tries - hits)
    return math.exp(ways + hits * math.log(share) + (tries - hits) * math.log(1 - share))


def at_most(most, tries, share):
    """The chance of at most so many hits."""
    if most < 0:
        return 0.0
    if most >= tries or share <= 0:
        return 1.0
    if share >= 1:
        return 0.0
    if most >= tries * share:
        return 1 - at_most(tries - most - 1, tries, 1 - share)
    term, chance, ratio = binomial(most, tries, share), 0.0, (1 - share) / share
    for hits in range(most, -1, -1):
        if term <= chance * 1e-16:
            break
        chance += term
        term *= hits / (tries - hits + 1) * ratio
    return chance


@functools.lru_cache(maxsize=None)
def most_losses(rate):
    """By the number of cases that one of two alone passes: the most losses that still prove a gain; -1 for none."""
    return [-1]


def losses_allowed(discordant, rate):
    found = most_losses(rate)
    while len(found) <= discordant:
        pairs, most = len(found), found[-1]
        while most < pairs and at_most(most + 1, pairs, 0.5) <= rate:
            most += 1
        found.append(most)
    return found[discordant]


@functools.lru_cache(maxsize=None)
def power_at(cases, gain, discordance, rate):
    """The chance that the exact one-sided sign test finds a gain."""
    share = (discordance + gain) / (2 * discordance)
    spread = 7 * math.sqrt(cases * discordance * (1 - discordance)) + 15
    first, last = max(0, math.floor(cases * discordance - spread)), min(cases, math.ceil(cases * discordance + spread))
    return sum(binomial(each, cases, discordance) * at_most(losses_allowed(each, rate), each, 1 - share) for each in range(first, last + 1))


@functools.lru_cache(maxsize=None)
def chance_to_confirm(runs, rate, required):
    """The chance that the interval of so many runs of a true rate begins at the required one or above."""
    too_few, enough = -1, runs + 1
    while enough - too_few > 1:
        middle = (too_few + enough) // 2
        if wilson(middle, runs)[0] >= required:
            enough = middle
        else:
            too_few = middle
    return at_most(runs - enough, runs, 1 - rate)


def first_enough(chance_at):
    """A number with the power of which one less has not it, found by doubling and halving; none up to 2,000."""
    without, enough = 0, 32
    while chance_at(enough) < POWER:
        if enough >= MOST_CASES:
            return MOST_CASES
        without, enough = enough, min(MOST_CASES, 2 * enough)
    while enough - without > 1:
        middle = (without + enough) // 2
        if chance_at(middle) >= POWER:
            enough = middle
        else:
            without = middle
    return enough


class View:
    """What a decision is made of."""

    def __init__(self, stated, profile, cited, contenders):
        self.profile, self.contenders, self.snapshots = profile, contenders, cited
        self.exploratory = [snapshot for _, snapshot, use in cited if use == 'exploratory']
        self.started = max((each['method'].get('comparisons_before', 0) + teams_in(each) for _, each, use in cited if use != 'stale'), default=0)
        settle = stated.get('settle') or {}
        self.named = {settle.get('control'), *(settle.get('locks') or [])}
        self.inactive = {each['lock'] for each in stated['excluded'] if any(reason['code'] == 'not_active' for reason in each['reasons'])}

    def is_active(self, lock):
        """Of locks without a place in the decision, those that `settle` names were."""
        return lock not in self.inactive if lock in self.contenders else lock in self.named


def wanted_gain(opened):
    """The gain to plan for, and the share of cases that one of the two alone passes."""
    leads = []
    for versus in (each.versus for each in opened):
        if versus and versus['pool'][0] > 0:
            value, low = versus['pool'][:2]
            gain = max(LEAST_GAIN, value * max(0.0, 1 - ((value - low) / 1.96 / value) ** 2))
            pair = versus['parts'][-1]['pair']
            differ = pair['wins'] + pair['losses']
            leads.append((gain, max(gain, differ / (differ + pair['ties']))))
    return min(leads, key=lambda each: (each[0], -each[1]), default=(USUAL_GAIN, USUAL_DISCORDANCE))


def locks_to_run(view, opened, control):
    candidates = [each.lock for each in opened if not each.versus or control is None or each.versus['control'] == control]
    newest = view.exploratory[0] if view.exploratory else {'results': []}
    others = [each['lock'] for each in newest['results'] if each['lock'] != newest.get('control')]
    active = [lock for lock in candidates or others if view.is_active(lock)]
    return list(dict.fromkeys(([] if control is None else [control]) + active))[:16]


def tokens_expected(view, locks, cases):
    total = 0.0
    for lock in locks:
        result = view.contenders[lock].result if lock in view.contenders else {}
        if 'tokens_per_pass' not in result:
            return None
        total += result['tokens_per_pass'] * result['passes'] / result['runs']
    return math.ceil(total * cases) if locks else None


def chances_of(opened, profile, gain, discordance, rate):
    """What the evaluation has to show: of each, the chance that it does with so many cases."""
    found = [lambda cases: power_at(cases, gain, discordance, rate)]
    required = profile['min_pass_rate'] / 100
    for result in (each.result for each in opened):
        if float(result['effective_low']) < required:
            observed = result['passes'] / result['runs']
            true, bound = (observed, required) if observed > required else (1 - observed, 1 - required)
            found.append(lambda cases, true=true, bound=bound: chance_to_confirm(cases, true, bound))
    return found


def settle_again(view, opened):
    """The evaluation that would settle what is open."""
    basis = opened[0].snapshot if opened else view.exploratory[0] if view.exploratory else {}
    was_fair = basis.get('grade') == 'confirmatory' or basis.get('imported', {}).get('grade_of_plan') == 'confirmatory'
    control = basis.get('control')
    control = control if was_fair and control is not None and view.is_active(control) else None
    locks = locks_to_run(view, opened, control)
    teams = max(1, sum(lock != control for lock in locks))
    started = view.started
    rate = min(ERROR_RATE * (1 / (2 * started + 1) - 1 / (2 * (started + teams) + 1)) / teams, ERROR_RATE / 2)
    gain, discordance = wanted_gain(opened)
    chances = chances_of(opened, view.profile, gain, discordance, rate)
    cases = max(first_enough(chance) for chance in chances)
    return {
        'suite': None, 'control': control, 'locks': locks, 'cases': cases, 'repetitions': 1,
        'runs': cases * max(2, len(locks) + (control is None)), 'tokens_expected': tokens_expected(view, locks, cases),
        'detects_gain': nearest(gain), 'power': nearest(min(POWER, *(chance(cases) for chance in chances))),
        'power_at': [{'gain_percent': percent, 'power': nearest(power_at(cases, percent / 100, max(discordance, percent / 100), rate))}
                     for percent in (5, 10, 15, 20)],
    }


# --- reasons as sentences ------------------------------------------------------------------------------------------------------------

def short(digest):
    return digest[:len('sha256:') + 12]


def effect_reasons(first):
    if first.is_control:
        return ['It is the control: no team is shown to be worth it, and none is left that more runs could prove.']
    if not first.versus:
        return []
    proof = (f"p = {nearest(up(first.versus['adjusted']))} over all comparisons that were started" if first.is_better()
             else f'no worse by {first.no_worse():.15g}, and no more tokens')
    return [f'{difference_in(first.versus)} That is proven: {proof}.']


def cost_reasons(first):
    """What it costs beside its control, and how much of its evidence was imported."""
    snapshot, result, found = first.snapshot, first.result, []
    control = next((each for each in snapshot['results'] if each['lock'] == snapshot.get('control')), {})
    own, other = result.get('tokens_per_pass'), control.get('tokens_per_pass')
    if first.lock != control.get('lock') and own is not None and other is not None:
        found.append(f'It takes {own} tokens for each passed case, and the control {other}.')
    if 'imported' in snapshot:
        runs = sum(each['runs'] for each in snapshot['results'])
        found.append(f"{snapshot['imported']['runs']} of the {runs} runs were imported; that they began after the plan was registered is a claim.")
    return found


def recommend_reasons(first, ranked, inseparable, opened):
    result = first.result
    who = 'One agent' if result['max_agents'] == 1 else f"A team of up to {result['max_agents']} agents"
    interval = f"{result['effective_low']} to {result['effective_high']}"
    found = effect_reasons(first)
    found.append(f"{who} ({short(first.lock)}) has a pass rate of {result['pass_rate']}, 95 % interval {interval}.")
    found += cost_reasons(first)
    if len(ranked) > 1:
        found.append(f'It ranks before {len(ranked) - 1} other eligible by its lower bound, then tokens per pass.')
    if inseparable:
        found.append(f"The evidence cannot tell it from {', '.join(map(short, inseparable))}.")
    return found + [f'{short(each.lock)} is not proven. {difference_in(each.versus)} `settle` would tell.' for each in opened if each.versus]


def none_reasons(count):
    if count == 1:
        return ['The only evaluated candidate is out, and more runs of it would not change that.']
    return [f'All {count} evaluated candidates are out, and more runs of them would not change that.']


def why_open(view, undecided):
    if view.contenders:
        found = []
        for each in undecided:
            if each.versus:
                what = 'is proven better than its control, and may not meet the profile.' if each.is_proven() else 'is not proven.'
                found.append(f'{short(each.lock)} {what} {difference_in(each.versus)}')
        return [*found, f'No candidate is proven to do, and {len(undecided)} may: more runs would tell.']
    if view.exploratory:
        newest = view.exploratory[0]
        by = list(dict.fromkeys(each for pair in newest['pairs'] for each in pair.get('confounded_by', [])))
        return ['The evidence is exploratory: it says nothing about whether a team is worth it.', *newest.get('grade_reasons', []),
                *([f"The difference may come from something else: {', '.join(by)}."] if by else [])]
    return ['All evidence is stale.' if view.snapshots else 'There is no evidence for this task class yet.']


def open_reasons(view, first, undecided, settle):
    what = 'these locks' if len(settle['locks']) > 1 else 'one agent as control and a team'
    begin = [f"Begin with one agent meanwhile: {short(first.lock)}, whose pass rate is {first.result['pass_rate']}."] if first else []
    plan = f"An evaluation of {what} on {settle['cases']} new cases would settle it with a chance of {settle['power']}: {settle['runs']} runs."
    return [*why_open(view, undecided), *begin, plan]


# --- the decision --------------------------------------------------------------------------------------------------------------------

def reasons_against(stated, profile, contenders):
    """Of each lock that is out, why: (code, detail)."""
    # Which locks were not active, and what they were, is taken from the recommendation.
    inactive = {each['lock']: reason['detail'] for each in stated['excluded'] for reason in each['reasons'] if reason['code'] == 'not_active'}
    out = {}
    for lock, each in contenders.items():
        reasons = [('not_active', inactive[lock])] if lock in inactive else []
        reasons += each.limit_reasons(profile) + each.control_reasons()
        control = contenders.get(each.versus['control']) if each.versus else None
        broken = control.limit_reasons(profile) if stated.get('late_profile') and not each.is_control and control else []
        if broken:
            detail = f'The profile was registered after the first run, and it excludes the control: {broken[0][1]}'
            reasons.append(('late_profile', detail))
        if reasons:
            out[lock] = reasons
    return out


def choice_again(stated, profile, cited, versus, lost):
    """Ranking, exclusions, decision and answer. `cited` is (digest, snapshot, use), newest first."""
    used = [(digest, snapshot) for digest, snapshot, use in cited if use == 'used']
    measured = {}
    for digest, snapshot in used:
        for result in snapshot['results']:
            measured.setdefault(result['lock'], []).append((digest, snapshot, result))
    rates = {lock: together(own) for lock, own in measured.items()}
    # A lock of another parameter or tool version is the same team.
    arms = {each['lock']: (each['formation'], *each.get('models', [])) for _, snapshot, _ in cited for each in snapshot['results']}
    contenders = {lock: Contender(lock, own, versus, lost, rates, arms) for lock, own in measured.items()}
    out = reasons_against(stated, profile, contenders)
    ranked = sorted((each for lock, each in contenders.items() if lock not in out), key=Contender.rank)
    first = ranked[0] if ranked else None
    undecided = [contenders[lock] for lock in sorted(out) if {code for code, _ in out[lock]} <= OPEN]
    teams = [each for each in undecided if not each.is_control]
    fresh = [snapshot for _, snapshot, use in cited if use in ('used', 'exploratory')]
    found = {name for snapshot in fresh for pair in snapshot['pairs'] for name in pair.get('confounded_by', [])}
    closest = sorted(versus, key=lambda each: -each['pool'][2])
    inseparable = [each.lock for each in ranked[1:] if not separates(first, each, used)]
    view = View(stated, profile, cited, contenders)
    if first and (first.is_proven() or not teams):
        is_team = not first.is_control and first.result['max_agents'] > 1
        shown = first.versus if not first.is_control else closest[0] if closest else None
        said = {'decision': 'recommend', 'answer': 'team' if is_team else 'one_agent', 'recommended': first.lock,
                'one_agent': first.result['max_agents'] == 1, 'begin_with': None,
                'reasons': recommend_reasons(first, ranked, inseparable, teams), 'settle': settle_again(view, teams) if teams else None}
    elif not first and not undecided and contenders:
        shown, said = None, {'decision': 'no_eligible_candidate', 'answer': 'none', 'recommended': None, 'begin_with': None, 'settle': None,
                             'reasons': none_reasons(len(out))}
    else:
        shown = teams[0].versus if teams else None
        settle = settle_again(view, teams if first else undecided)
        said = {'decision': 'insufficient_evidence', 'answer': 'undecided', 'recommended': None, 'settle': settle,
                'begin_with': first.lock if first else None, 'reasons': open_reasons(view, first, undecided, settle)}
    return {
        **said, 'error_rate': text4(ERROR_RATE), 'effect': effect_of(shown), 'confounded_by': [each for each in CONFOUNDS if each in found],
        'ranking': [each.ranked() for each in ranked],
        'inseparable': inseparable,
        'excluded': [{'lock': lock, 'formation': contenders[lock].result['formation'], 'snapshot': contenders[lock].digest,
                      'reasons': [{'code': code, 'detail': detail} for code, detail in out[lock]]} for lock in sorted(out)],
        'valid_until': min((snapshot['stale_at'] for _, snapshot in used), default=None),
    }


def uses_again(cited):
    """Faults of what snapshots were used for; which of them were stale is taken from the recommendation."""
    wanted = {'confirmatory': 'used', 'exploratory': 'exploratory'}
    return [f'{digest} is {snapshot["grade"]}, and it is called {use}.' for digest, snapshot, use in cited
            if use not in ('stale', wanted[snapshot['grade']])]


def versus_of(evidence, everything):
    """Every team with every control, pooled."""
    found = []
    for (team, control), parts in comparisons_again(evidence, everything).items():
        newest = list(reversed(parts))
        found.append({
            'lock': team, 'control': control, 'parts': parts, 'adjusted': min(each['adjusted'] for each in parts),
            'pool': pooled([each['part'] for each in newest]), 'worst_pool': pooled([each['worst'] for each in newest]),
        })
    return found


def in_order(cited):
    """Evidence in the order in which it was started; what is cited is the newest first."""
    return sorted(reversed(cited), key=lambda each: each[1]['method'].get('comparisons_before', 0))


def comparison_row(each):
    parts = each['parts']
    return {
        'lock': each['lock'], 'control': each['control'], 'difference': triple(each['pool'][:3]), 'worst_low': signed(down(each['worst_pool'][1])),
        'evaluations': [{'snapshot': part['snapshot'], 'wins': part['pair']['wins'], 'losses': part['pair']['losses'],
                         'ties': part['pair']['ties'], 'difference': part['pair']['difference'], 'p': six_up(part['chance']),
                         'p_adjusted': nearest(up(part['adjusted']))} for part in parts],
        'p': nearest(up(min(part['chance'] for part in parts))), 'p_adjusted': nearest(up(each['adjusted'])),
    }


def is_new(snapshot):
    return (snapshot.get('method') or {}).get('version') == 'v3'


def decision_faults(stated, evidence, profile):
    """What a recommendation of the method v3 states otherwise than its evidence gives."""
    cited = [(each['digest'], evidence[each['digest']], each['use']) for each in stated['snapshots']]
    new = [(digest, snapshot) for digest, snapshot, _ in cited if is_new(snapshot)]
    everything = [snapshot for _, snapshot in new]
    used = [(digest, snapshot) for digest, snapshot, use in cited if use == 'used' and is_new(snapshot)]
    versus = versus_of(in_order(used), everything)
    confirmatory = [each for each in new if each[1]['grade'] == 'confirmatory']
    lost = [each for each in versus_of(in_order(confirmatory), everything) if each['pool'][2] < 0]
    own = [each for each in stated['comparisons'] if each['method'] == 'spending']
    again = [comparison_row(each) for each in versus]
    faults = differences('comparisons', own, again) + uses_again(cited)
    if len(own) != len(again):
        faults.append(f'`comparisons` has {len(own)} items; computed again it has {len(again)}.')
    if profile is None:
        return faults + ['The profile that it names is missing.']
    if len(new) < len(cited):
        # What evidence of an older method says of a lock is not computed here.
        return faults
    return faults + differences('', stated, choice_again(stated, profile, cited, versus, lost))


# --- the report ---------------------------------------------------------------------------------------------------------------------

def differences(place, stated, again):
    """Where a document states otherwise than was computed again."""
    if isinstance(again, dict) and isinstance(stated, dict):
        return [fault for key in again for fault in differences(f'{place}.{key}' if place else key, stated.get(key), again[key])]
    if isinstance(again, list) and stated is None and not again:
        return []
    if isinstance(again, list) and isinstance(stated, list) and len(again) == len(stated):
        return [fault for at in range(len(again)) for fault in differences(f'{place}[{at}]', stated[at], again[at])]
    return [] if stated == again else [f'`{place}` is {stated}; computed again it is {again}.']


def contradictions(stated):
    """An estimate outside its interval, or two estimates of one quantity."""
    rates = {each['lock']: float(each['pass_rate']) for each in stated['results']}
    faults = []
    for pair in stated['pairs']:
        value, low, high = map(float, pair['difference'])
        if not low <= value <= high or abs(rates[pair['first']] - rates[pair['second']] - value) > 0.00011:
            faults.append(f"The difference of {pair['first']} contradicts its interval or its rates.")
    return faults


# What stands before the 32 bytes of an Ed25519 key in DER (RFC 8410).
PREFIX = bytes.fromhex('302a300506032b6570032100')


def signature_faults(data, receipt, keys):
    key = next((each for each in keys if each['key_id'] == receipt['key_id'] and each['purpose'] == 'tenant'), None)
    if key is None:
        return [f"No tenant key {receipt['key_id']} is listed."]
    with tempfile.TemporaryDirectory() as folder:
        paths = {name: os.path.join(folder, name) for name in ('data', 'signature', 'key')}
        for name, content in (('data', data), ('signature', base64.b64decode(receipt['signature'])),
                              ('key', PREFIX + base64.b64decode(key['public_key']))):
            with open(paths[name], 'wb') as file:
                file.write(content)
        command = ['openssl', 'pkeyutl', '-verify', '-pubin', '-keyform', 'DER', '-inkey', paths['key'], '-rawin', '-in', paths['data'],
                   '-sigfile', paths['signature']]
        done = subprocess.run(command, capture_output=True, check=False)
    return [] if done.returncode == 0 else ['The signature does not fit.']


class Folder:
    """The documents of a folder, by kind."""

    def __init__(self, path):
        self.by_digest, self.receipts, self.keys, self.cases = {}, {}, [], {}
        for name in sorted(os.listdir(path)):
            if name.endswith('.md'):
                with open(os.path.join(path, name), 'rb') as file:
                    self.add(file.read())

    def add(self, data):
        value = front_matter(data.decode())
        kind = value.get('kind')
        if kind == 'signing_keys':
            self.keys += value['keys']
        elif kind == 'signature_receipt':
            self.receipts[value['digest']] = value
        elif kind == 'evaluation_cases':
            self.cases.setdefault(value['job'], []).extend(value['cases'] or [])
        else:
            self.by_digest['sha256:' + hashlib.sha256(data).hexdigest()] = (kind, value, data)

    def of(self, kind):
        return {digest: value for digest, (own, value, _) in self.by_digest.items() if own == kind}

    def signed_faults(self, digest):
        receipt = self.receipts.get(digest)
        return signature_faults(self.by_digest[digest][2], receipt, self.keys) if receipt and self.keys else []


def check_evidence(folder, stated):
    plan, suite = (folder.by_digest.get(stated[name], (None, None))[1] for name in ('plan', 'suite'))
    cases = folder.cases.get(stated['job'])
    if not plan or not suite or cases is None:
        return contradictions(stated) + ['Its plan, its suite or its cases are missing.']
    question = folder.by_digest.get(plan.get('question'), (None, None))[1]
    if 'question' in plan and question is None:
        return ['Its question is missing.']
    return (contradictions(stated) + plan_faults(stated, plan, question, suite, cases)
            + differences('', stated, evidence_again(stated, plan, suite, cases)))


def answer(kind, given):
    """What a test vector asks for."""
    if kind == 'shuffled':
        return shuffled(given['place'], given['places'], given['seed'])
    if kind == 'spends':
        before, teams = given['before'], given['teams']
        return six_down(given['alpha'] * (1 / (2 * before + 1) - 1 / (2 * (before + teams) + 1)))
    if kind == 'ratio':
        ratio = ratio_estimate(given['pairs'], None)
        return ratio and ratio_texts(ratio)
    design = Design(given['repetitions'], given.get('clusters'), given['mayStop'], given['largest'])
    if kind == 'rate':
        (value, low, high), effective = rate_estimate(given['values'], design)
        return {'rate': [nearest(value), nearest(down(low)), nearest(up(high))], 'effective': effective}
    estimate, one, two, log = compare(given['pairs'], design)
    return {'difference': triple(estimate), 'p': six_up(one), 'p_two_sided': nearest(up(two)), 'e_value': e_text(math.exp(log))}


def check_vectors(path):
    with open(path, encoding='utf8') as file:
        vectors = json.load(file)
    agreed = 0
    for vector in vectors:
        computed = answer(vector['kind'], vector['given'])
        agreed += computed == vector['expected']
        if computed != vector['expected']:
            print(f"{vector['kind']} {json.dumps(vector['given'])}: expected {vector['expected']}, computed {computed}")
    print(f'{agreed} of {len(vectors)} vectors agree.')
    return 0 if agreed == len(vectors) else 1


def faults_of(kind, stated, folder):
    if kind == 'evidence':
        return check_evidence(folder, stated)
    evidence, profiles = folder.of('evidence_snapshot'), folder.of('workload_profile')
    if any(each['digest'] not in evidence for each in stated['snapshots']):
        return ['Evidence that it cites is missing.']
    return decision_faults(stated, {each['digest']: evidence[each['digest']] for each in stated['snapshots']}, profiles.get(stated['profile']))


# --- comparisons --------------------------------------------------------------------------------------------------------------------

MEASURES = ('cost_usd', 'tokens', 'calls', 'turns')


def read_table(path):
    """Of each arm, by case: the letters of its repeats, and the sums of what they took (docs/comparisons.md#5)."""
    letters = {'pass': 'p', 'fail': 'f', 'error': 'e', 'timeout': 't', 'malformed': 'm', 'missing': '-'}
    with open(path, encoding='utf-8', newline='') as file:
        header, *lines = file.read().split('\n')
    names = header.split(',')
    arms = {}
    for line in lines[:-1]:
        row = dict(zip(names, line.split(','), strict=True))
        arm = arms.setdefault(row['arm'], {'cases': {}, 'took': {}})
        case = row['case']
        arm['cases'][case] = arm['cases'].get(case, '') + letters[row['verdict']]
        took = arm['took'].setdefault(case, {name: 0.0 for name in names[4:]})
        for name in names[4:]:
            took[name] = None if took[name] is None or row[name] == '' else took[name] + float(row[name])
    return arms


def rate_of(letters):
    known = letters.replace('-', '')
    return known.count('p') / len(known) if known else None


def pair_rates(a, b):
    both = ((rate_of(a[case]), rate_of(b[case])) for case in a)
    return [(own, other) for own, other in both if own is not None and other is not None]


def single_design(repeats):
    return Design(repeats, None, False, 1)


def rate_texts(rates, repeats):
    (value, low, high), _ = rate_estimate(rates, single_design(repeats))
    return [nearest(value), nearest(down(low)), nearest(up(high))]


def compared_texts(pairs, repeats):
    estimate, _, two, _ = compare(pairs, single_design(repeats))
    difference, *interval = triple(estimate)
    wins, losses = sum(a > b for a, b in pairs), sum(a < b for a, b in pairs)
    stated = {'cases': len(pairs), 'difference': difference, 'interval': interval}
    if repeats > 1:
        counts = {'a_better': wins, 'b_better': losses, 'tied': len(pairs) - wins - losses}
    else:
        passed = sum(a == 1 and b == 1 for a, b in pairs)
        counts = {'both': passed, 'only_a': wins, 'only_b': losses, 'neither': len(pairs) - passed - wins - losses}
    return stated, counts, {'method': 't' if repeats > 1 else 'newcombe', 'p': six_up(two)}, two


def amounts_of(arm, measure):
    took = list(arm['took'].values())
    if measure == 'tokens' and not any(each.get('tokens') is not None for each in took):
        pairs = [(each.get('input_tokens'), each.get('output_tokens')) for each in took]
        return [None if a is None or b is None else a + b for a, b in pairs]
    return [each.get(measure) for each in took]


def repeats_of(arm):
    return max(len(letters) for letters in arm['cases'].values())


def cost_again(a, b):
    for measure in MEASURES:
        own, other = amounts_of(a, measure), amounts_of(b, measure)
        if None in own or None in other:
            continue
        pairs = [(x / repeats_of(a), y / repeats_of(b)) for x, y in zip(own, other, strict=True)]
        ratio = ratio_estimate(pairs, None)
        if ratio:
            return {'of': measure, 'ratio': ratio_texts(ratio)}
    return 'unknown'


def without_faults(letters):
    return {case: re.sub('[etm]', '-', each) for case, each in letters.items()}


def result_again(a, b, arms):
    own, other = arms[a]['cases'], arms[b]['cases']
    repeats = max(repeats_of(arms[a]), repeats_of(arms[b]))
    stated, counts, test, two = compared_texts(pair_rates(own, other), repeats)
    result = {'a': a, 'b': b, **stated, **counts, **test, 'cost_ratio': cost_again(arms[a], arms[b])}
    intact = pair_rates(without_faults(own), without_faults(other))
    if intact and any(letter in each for cases in (own, other) for each in cases.values() for letter in 'etm'):
        result['intact'] = compared_texts(intact, repeats)[0]
    return result, two


def answers_again(name, arm):
    letters = ''.join(arm['cases'].values())
    rates = [rate for rate in map(rate_of, arm['cases'].values()) if rate is not None]
    again = {'arm': name, 'cases': len(rates), 'runs': len(letters) - letters.count('-'), 'passes': letters.count('p')}
    again['rate'] = rate_texts(rates, repeats_of(arm))
    again |= {'errors': letters.count('e'), 'timeouts': letters.count('t'), 'malformed': letters.count('m')}
    again['missing'] = letters.count('-')
    for measure in MEASURES:
        amounts = amounts_of(arm, measure)
        if None not in amounts:
            return again | {'total': {'of': measure, 'amount': text4(sum(amounts))}}
    return again


def from_counts(stated):
    """Of a document without a table: the rates of both arms of each result, as counts tell them (docs/comparisons.md#9)."""
    repeats = {arm['id']: arm['repeats'] for arm in stated['arms']}

    def pairs(result):
        if 'joint' in result:
            own, other = repeats[result['a']], repeats[result['b']]
            return [(each['a'] / own, each['b'] / other) for each in result['joint'] for _ in range(each['cases'])]
        counts = (('both', 1, 1), ('only_a', 1, 0), ('only_b', 0, 1), ('neither', 0, 0))
        return [(a, b) for name, a, b in counts for _ in range(result[name])]

    results, chances = [], []
    for result in stated['results']:
        count = max(repeats[result['a']], repeats[result['b']])
        again, counts, test, two = compared_texts(pairs(result), count)
        results.append({**result, **again, **counts, **test})
        chances.append(two)
    return results, chances


def noise_again(noise, arms):
    if not isinstance(noise, dict):
        return noise
    places = noise.get('repeats')
    sides = [arms[noise[side]]['cases'] for side in 'ab']
    if places:
        sides = [{case: each[place - 1] for case, each in cases.items()} for cases, place in zip(sides, places, strict=True)]
    again, counts, _, _ = compared_texts(pair_rates(*sides), 1)
    return {**noise, **again, **{name: counts[name] for name in ('only_a', 'only_b', 'both')}}


def check_comparison(path, table):
    with open(path, encoding='utf-8') as file:
        stated = front_matter(file.read())
    ids = [arm['id'] for arm in stated['arms']]
    faults = []
    if table:
        with open(table, 'rb') as file:
            if 'sha256:' + hashlib.sha256(file.read()).hexdigest() != stated.get('cases_digest'):
                faults.append('The table has another digest than the document states.')
        arms = read_table(table)
        found = [result_again(a, b, arms) for at, a in enumerate(ids) for b in ids[:at]]
        results, chances = [each for each, _ in found], [two for _, two in found]
        parts = {'answers': [answers_again(name, arms[name]) for name in ids], 'noise': noise_again(stated['noise'], arms)}
    else:
        results, chances = from_counts(stated)
        parts = {}
    for result, chance in zip(results, holm(chances), strict=True):
        result['p_family'] = six_up(chance)
    again = {**parts, 'results': results}
    if len(results) != len(ids) * (len(ids) - 1) // 2:
        faults.append('The family lacks results.')
    faults += differences('', {name: stated[name] for name in again}, again)
    print('FAIL' if faults else 'ok  ', path)
    for fault in faults:
        print('     ' + fault)
    return 1 if faults else 0



def main(path):
    folder = Folder(path)
    evidence, decisions = folder.of('evidence_snapshot'), folder.of('recommendation')
    has_openssl = subprocess.run(['sh', '-c', 'command -v openssl'], capture_output=True, check=False).returncode == 0
    findings = []
    for kind, documents in (('evidence', evidence), ('recommendation', decisions)):
        for digest, stated in documents.items():
            method = stated.get('method')
            version = method if kind == 'recommendation' else (method or {}).get('version')
            if version != 'v3':
                findings.append((f'{kind} {digest}', None))
                continue
            faults = folder.signed_faults(digest) if has_openssl else []
            try:
                faults += faults_of(kind, stated, folder)
            except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
                faults.append(f'It cannot be computed: {type(error).__name__} {error}.')
            findings.append((f'{kind} {digest}', faults))
    for what, faults in findings:
        print('skip' if faults is None else 'FAIL' if faults else 'ok  ', what + (': of an older method' if faults is None else ''))
        for fault in faults or []:
            print('     ' + fault)
    return 0 if decisions and not any(faults for _, faults in findings) else 1


if __name__ == '__main__':
    if len(sys.argv) == 3 and sys.argv[1] == '--vectors':
        sys.exit(check_vectors(sys.argv[2]))
    if len(sys.argv) in (3, 4) and sys.argv[1] == '--comparison':
        sys.exit(check_comparison(sys.argv[2], sys.argv[3] if len(sys.argv) == 4 else None))
    if len(sys.argv) != 2 or not os.path.isdir(sys.argv[1]):
        print('Usage: python3 recompute.py FOLDER, --vectors FILE, or --comparison FILE.md [FILE.csv]', file=sys.stderr)
        sys.exit(2)
    sys.exit(main(sys.argv[1]))
