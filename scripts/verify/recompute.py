#!/usr/bin/env python3
"""Computes evidence and decisions again, without the code that made them.

    python3 recompute.py FOLDER
    python3 recompute.py --vectors FILE

FOLDER holds the documents that `agent-topology tenant verify --save FOLDER` kept. Python's standard library is all that it needs;
signatures are checked by `openssl` where that is installed. It follows docs/evidence.md, docs/verifying.md and docs/recommendations.md of
the contract, and shares no code with the service. The exit code is 0 if everything agrees, 1 if something does not, and 2 for wrong use.
"""
import base64
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

# A string, a plain scalar, or a comma that nothing follows.
TOKEN = re.compile(r"""("(?:\\.|[^"\\])*"|'(?:[^']|'')*'|(?:[^\s\[\]{},:"']|:(?! ))(?:[^\[\]{},:]|:(?! ))*)|,(?=\s*[\]}])""")

def flow(text):
    """Reads `[a, {b: c}]`, as JSON with its scalars quoted."""
    return json.loads(TOKEN.sub(lambda match: json.dumps(scalar(match[1])) if match[1] else '', text))

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
                    return flow(text)
                except ValueError:
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

def digits(value, places):
    """So many digits; halves away from zero, of the exact value of the double."""
    text = str(Decimal(value).quantize(Decimal(10) ** -places, rounding=ROUND_HALF_UP))
    return text.lstrip('-') if float(text) == 0 else text

def text4(value):
    return digits(value, 4)

def nearest(value):
    return text4(min(1.0, max(0.0, value)))

def signed(value):
    return text4(min(1.0, max(-1.0, value)))

def down(value):
    return math.floor(value * 1e4 + 1e-9) / 1e4

def up(value):
    return math.ceil(value * 1e4 - 1e-9) / 1e4

def six_up(value):
    return digits(math.ceil(value * 1e6 - 1e-7) / 1e6, 6)

def six_down(value):
    return digits(math.floor(value * 1e6 + 1e-7) / 1e6, 6)

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
    low, high = 0.0, 1e6
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if t_tail(middle, freedom) > 0.025 else (low, middle)
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

    def end(side):
        steps = math.floor((1 - side * mean) / 0.001)
        low, high = 0, steps
        while high - low > 1:
            middle = (low + high) // 2
            margin = mean + side * middle * 0.001
            is_open = log_mean([log_e(units, margin), log_e(turned(units), -margin)]) < -math.log(0.05)
            low, high = (middle, high) if is_open else (low, middle)
        return side if high == steps else mean + side * high * 0.001

    return end(-1), end(1)

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
    """(estimate, chance that the first is no better, two-sided chance)"""
    values = [a - b for a, b in pairs]
    mean, variance, freedom, groups = mean_of(values, design.clusters)
    if design.method == 'none':
        return (mean, -1.0, 1.0), 1.0, 1.0
    if design.method == 'sequence':
        units = design.units(values)
        log = log_e(units)
        both = (math.exp(log) + math.exp(log_e(turned(units)))) / 2
        return (mean, *sequence(units)), min(1.0, math.exp(-log)), min(1.0, 1 / both)
    if design.method == 'newcombe':
        wins, losses = sum(v > 0 for v in values), sum(v < 0 for v in values)
        one = lower_tail(losses, wins + losses)
        two = min(1.0, 2 * lower_tail(min(wins, losses), wins + losses))
        return newcombe(pairs), one, two
    size = len(values) ** 0.75 * groups ** 0.25
    squares = sum(v * v for v in values) / len(values)
    square, center = (squares * size + 2) / (size + 2), mean * size / (size + 2)
    variance = max(variance, (square - center * center) / (size + 2))
    if variance == math.inf:
        one, half = 1.0, math.inf
    else:
        one, half = t_tail(mean / math.sqrt(variance), freedom), t_reach(freedom) * math.sqrt(variance)
    two = min(1.0, 2 * min(one, 1 - one))
    return (mean, max(-1.0, mean - half), min(1.0, mean + half)), one, two

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

def unit_order(stated, suite):
    """The places of cases in the order of units of an evaluation that may stop early, as lists."""
    seed, count = hashlib.sha256(f"{stated['plan']} {stated['nonce']}".encode()).hexdigest(), len(suite)
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
    """What evidence has to state, by its plan, suite and cases."""
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
    before, teams = method['comparisons_before'], len(plan['locks']) - (plan.get('control') in plan['locks'])
    spends = float(method['alpha']) * (1 / (2 * before + 1) - 1 / (2 * (before + teams) + 1))
    faults += differences('method', method, {'spends': six_down(spends)})
    if 'sha256:' + hashlib.sha256(stated['nonce'].encode()).hexdigest() != stated['nonce_digest']:
        faults.append('`nonce` is not the one of which the quote stated the digest, `nonce_digest`.')
    if method['stopping'] == 'anytime':
        expected = set()
        for unit in unit_order(stated, suite['cases']):
            expected |= set(unit if len(cases) > len(expected) else [])
        if {row['number'] - 1 for row in cases} != expected:
            faults.append('The cases that were run are not the first in the order of plan and nonce.')
    faults += attempt_faults(stated)
    clusters = {case.get('cluster') for case in suite['cases']}
    may_show = plan.get('control') and not method['cases_seen'] and (method['stopping'] == 'anytime' or clusters == {None} or len(clusters) > 9)
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
    estimate, one, two = compare(pairs, design)
    values = [a - b for a, b in pairs]
    top = highest.get(arms[first]) if second == control else None
    better = one if top is None else min(1.0, 1 / top)
    pair = {
        'first': arms[first], 'second': arms[second],
        'wins': sum(v > 0 for v in values), 'losses': sum(v < 0 for v in values), 'ties': sum(v == 0 for v in values),
        'p_two_sided': nearest(up(two)), 'p_first_better': nearest(up(better)),
        'test': {'newcombe': 'sign', 't': 't', 'sequence': 'betting', 'none': 'none'}[design.method],
        'difference': triple(estimate),
    }
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
    by_place, order = {row['number'] - 1: row for row in cases}, unit_order(stated, suite['cases'])
    largest = max((len(unit) for unit in order), default=1)
    looked = {arm: [0.0] * len(BETS) for arm in range(len(plan['locks'])) if arm != control}
    highest = {arm: 0.0 for arm in looked}
    for unit in order:
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

def comparisons_again(evidence):
    """Every team with every control, by confirmatory evidence in the order in which it was started."""
    found = {}
    for digest, snapshot in evidence:
        method, control = snapshot['method'], snapshot.get('control')
        pairs = [pair for pair in snapshot['pairs'] if pair['second'] == control and pair.get('confounded_by') == []]
        spends = float(method['spends'])
        for pair, by_holm in zip(pairs, holm([float(pair['p']) for pair in pairs])):
            adjusted = min(1.0, by_holm * ERROR_RATE / spends) if spends else 1.0
            value, low, high = map(float, pair['difference'])
            cases, may_stop = pair['wins'] + pair['losses'] + pair['ties'], method['stopping'] == 'anytime'
            worst = (float(pair['worst'][0]), float(pair['worst'][1]), high, cases, may_stop)
            found.setdefault((pair['first'], pair['second']), []).append({
                'snapshot': digest, 'snapshot_method': method, 'pair': pair, 'part': (value, low, high, cases, may_stop), 'worst': worst,
                'adjusted': adjusted})
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
            return ['loses_to_control']
        if not self.versus:
            return ['confounded']
        if self.is_better():
            return ['sensitivity']
        asked = self.as_good()
        margin = USUAL_MARGIN if asked is None else asked
        return ['control_does_as_well' if self.versus['pool'][2] < margin else 'does_not_beat_control']

    def limit_reasons(self, profile):
        """The limits of the profile that it breaks, or is not known to keep."""
        result = self.result
        found = ['too_many_agents'] if result['max_agents'] > profile.get('max_agents', math.inf) else []
        for limit, field, unknown, codes in (
                ('max_tokens_per_run', 'tokens_p95', 'tokens_unknown_runs', ('too_many_tokens', 'tokens_unknown')),
                ('max_elapsed_milliseconds', 'elapsed_p95_milliseconds', 'elapsed_unknown_runs', ('too_slow', 'elapsed_unknown'))):
            most = result.get(field)
            if limit in profile and most is not None and most > profile[limit]:
                found.append(codes[0])
            elif limit in profile and (most is None or result[unknown] > 0):
                found.append(codes[1])
        required = profile['min_pass_rate'] / 100
        if float(result['effective_low']) < required:
            found.append('pass_rate_too_low' if float(result['effective_high']) < required else 'pass_rate_uncertain')
        return found

    def rank(self):
        return (not self.is_proven(), -float(self.result['effective_low']), self.result.get('tokens_per_pass', math.inf), self.lock)

    def ranked(self):
        result = self.result
        return {'lock': self.lock, 'formation': result['formation'], 'max_agents': result['max_agents'], 'control': self.is_control,
               'pass_rate': result['pass_rate'], 'low': result['effective_low'], 'high': result['effective_high'],
               'tokens_per_pass': result.get('tokens_per_pass'), 'snapshot': self.digest,
               'p_beats_control': nearest(up(self.versus['adjusted'])) if self.versus else None}

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

# --- the decision --------------------------------------------------------------------------------------------------------------------

def reasons_against(stated, profile, contenders):
    """Of each lock that is out, the codes of why."""
    # Which locks were not active is taken from the recommendation.
    inactive = {each['lock'] for each in stated['excluded'] for reason in each['reasons'] if reason['code'] == 'not_active'}
    out = {}
    for lock, each in contenders.items():
        codes = ['not_active'] if lock in inactive else []
        codes += each.limit_reasons(profile) + each.control_reasons()
        control = contenders.get(each.versus['control']) if each.versus else None
        if stated.get('late_profile') and not each.is_control and control and control.limit_reasons(profile):
            codes.append('late_profile')
        if codes:
            out[lock] = codes
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
    undecided = [contenders[lock] for lock in sorted(out) if set(out[lock]) <= OPEN]
    teams = [each for each in undecided if not each.is_control]
    fresh = [snapshot for _, snapshot, use in cited if use in ('used', 'exploratory')]
    found = {name for snapshot in fresh for pair in snapshot['pairs'] for name in pair.get('confounded_by', [])}
    closest = sorted(versus, key=lambda each: -each['pool'][2])
    inseparable = [each.lock for each in ranked[1:] if not separates(first, each, used)]
    if first and (first.is_proven() or not teams):
        is_team = not first.is_control and first.result['max_agents'] > 1
        shown = first.versus if not first.is_control else closest[0] if closest else None
        said = {'decision': 'recommend', 'answer': 'team' if is_team else 'one_agent', 'recommended': first.lock,
                'one_agent': first.result['max_agents'] == 1, 'begin_with': None}
    elif not first and not undecided and contenders:
        shown, said = None, {'decision': 'no_eligible_candidate', 'answer': 'none', 'recommended': None, 'begin_with': None}
    else:
        shown = teams[0].versus if teams else None
        said = {'decision': 'insufficient_evidence', 'answer': 'undecided', 'recommended': None,
                'begin_with': first.lock if first else None}
    return {
        **said, 'error_rate': text4(ERROR_RATE), 'effect': effect_of(shown), 'confounded_by': [each for each in CONFOUNDS if each in found],
        'ranking': [each.ranked() for each in ranked],
        'inseparable': inseparable,
        'excluded': [{'lock': lock, 'formation': contenders[lock].result['formation'], 'snapshot': contenders[lock].digest,
                      'reasons': [{'code': code} for code in out[lock]]} for lock in sorted(out)],
        'valid_until': min((snapshot['stale_at'] for _, snapshot in used), default=None),
    }

def uses_again(cited):
    """Faults of what snapshots were used for; which of them were stale is taken from the recommendation."""
    wanted = {'confirmatory': 'used', 'exploratory': 'exploratory'}
    return [f'{digest} is {snapshot["grade"]}, and it is called {use}.' for digest, snapshot, use in cited
            if use not in ('stale', wanted[snapshot['grade']])]

def versus_of(cited):
    """Every team with every control, pooled, by evidence in the order in which it was started; what is cited is the newest first."""
    found = []
    for (team, control), parts in comparisons_again(sorted(reversed(cited), key=lambda each: each[1]['method']['comparisons_before'])).items():
        newest = list(reversed(parts))
        found.append({
            'lock': team, 'control': control, 'parts': parts, 'adjusted': min(each['adjusted'] for each in parts),
            'pool': pooled([each['part'] for each in newest]), 'worst_pool': pooled([each['worst'] for each in newest]),
        })
    return found

def comparison_row(each):
    parts = each['parts']
    return {
        'lock': each['lock'], 'control': each['control'], 'difference': triple(each['pool'][:3]), 'worst_low': signed(down(each['worst_pool'][1])),
        'evaluations': [{'snapshot': part['snapshot'], 'wins': part['pair']['wins'], 'losses': part['pair']['losses'],
                         'ties': part['pair']['ties'], 'difference': part['pair']['difference'], 'p': part['pair']['p'],
                         'p_adjusted': nearest(up(part['adjusted']))} for part in parts],
        'p': nearest(up(min(float(part['pair']['p']) for part in parts))), 'p_adjusted': nearest(up(each['adjusted'])),
    }

def decision_faults(stated, evidence, profile):
    """What a recommendation states otherwise than its evidence gives."""
    cited = [(each['digest'], evidence[each['digest']], each['use']) for each in stated['snapshots']]
    used = [(digest, snapshot) for digest, snapshot, use in cited if use == 'used']
    versus = versus_of(used)
    confirmatory = [(digest, snapshot) for digest, snapshot, _ in cited if snapshot['grade'] == 'confirmatory']
    lost = [each for each in versus_of(confirmatory) if each['pool'][2] < 0]
    faults = differences('comparisons', stated['comparisons'], [comparison_row(each) for each in versus]) + uses_again(cited)
    if profile is None:
        return faults + ['The profile that it names is missing.']
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
        return ['Its plan, its suite or its cases are missing.']
    question = folder.by_digest.get(plan.get('question'), (None, None))[1]
    if 'question' in plan and question is None:
        return ['Its question is missing.']
    return (plan_faults(stated, plan, question, suite, cases)
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
    estimate, one, two = compare(given['pairs'], design)
    return {'difference': triple(estimate), 'p': six_up(one), 'p_two_sided': nearest(up(two))}

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

def main(path):
    folder = Folder(path)
    evidence, decisions = folder.of('evidence_snapshot'), folder.of('recommendation')
    has_openssl = subprocess.run(['sh', '-c', 'command -v openssl'], capture_output=True, check=False).returncode == 0
    findings = []
    for kind, documents in (('evidence', evidence), ('recommendation', decisions)):
        for digest, stated in documents.items():
            faults = folder.signed_faults(digest) if has_openssl else []
            try:
                faults += faults_of(kind, stated, folder)
            except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
                faults.append(f'It cannot be computed: {type(error).__name__} {error}.')
            findings.append((f'{kind} {digest}', faults))
    for what, faults in findings:
        print('FAIL' if faults else 'ok  ', what)
        for fault in faults:
            print('     ' + fault)
    return 0 if decisions and not any(faults for _, faults in findings) else 1

if __name__ == '__main__':
    if len(sys.argv) == 3 and sys.argv[1] == '--vectors':
        sys.exit(check_vectors(sys.argv[2]))
    if len(sys.argv) != 2 or not os.path.isdir(sys.argv[1]):
        print('Usage: python3 recompute.py FOLDER, or --vectors FILE', file=sys.stderr)
        sys.exit(2)
    sys.exit(main(sys.argv[1]))
