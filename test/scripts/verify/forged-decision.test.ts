/** The second verifier on forged documents: every number and name of evidence and decisions, changed one at a time. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { digestField, sha256Hex } from '#document/text/digest.ts';
import { Lab, type Trial } from '../../support/lab.ts';
import { noPython } from '../../support/python.ts';
import { randomFrom } from '../../support/random.ts';
import { recomputed } from '../../support/recomputed.ts';
import { digestOf } from '../../support/simulated-evidence.ts';

const ids = (word: string, count: number) => Array.from({ length: count }, (_, index) => `${word}-${index}`);
const passing = (random: () => number, rate: number) => () => random() < rate;

/** A tenant with evaluations of several kinds, and its decision: somebody is recommended, somebody ranked, somebody out. */
function tenant(seed: number): Lab {
  const random = randomFrom(seed);
  const lab = new Lab(random);
  const solo = { name: 'solo', agents: 1, passes: passing(random, 0.4) };
  const good = { name: 'good', passes: passing(random, 0.95) };
  const other = { name: 'other', passes: passing(random, 0.8) };
  const worse = { name: 'worse', passes: passing(random, 0.1) };
  const trials: Trial[] = [
    { control: solo, teams: [good, worse], cases: ids('first', 40) },
    { control: solo, teams: [good], cases: ids('second', 20), stopping: 'anytime' },
    { control: solo, teams: [other], cases: ids('third', 24), repetitions: 3 },
    {
      ...{ control: solo, teams: [worse], cases: ids('fourth', 24), margin: 0.2 },
      clusters: Array.from({ length: 24 }, (_, index) => index % 11),
    },
  ];
  for (const trial of trials) lab.evaluate(trial);
  lab.decide('coding.bug_fix', { percent: 5 });
  return lab;
}

const kindOf = (text: string) => /^kind: (\w+)$/m.exec(text)?.[1];
const found = /^( *(?:- )?(?:(\w+): )?)("?)(-?\d+(?:\.\d+)?|sha256:\w{64}|[a-z_]+|[0-9a-f]{64})("?)$/gm;
const swaps: Readonly<Record<string, string>> = { true: 'false', false: 'true' };

/** Returns another value of the same kind; undefined if there is none. */
function otherThan(field: string, value: string): string | undefined {
  if (value.startsWith('sha256:')) return digestOf(value);
  if (/^-?\d+(\.\d+)?$/.test(value)) return value.replace(/\d$/, last => String((Number(last) + 1) % 10));
  if (/^[0-9a-f]{64}$/.test(value)) return sha256Hex(value);
  if (field === 'code') return value === 'too_slow' ? 'sensitivity' : 'too_slow';
  if (field === 'answer') return value === 'none' ? 'team' : 'none';
  return swaps[value];
}

/** A document with one value changed each time, by the field and its line; what would settle it is no part of a decision. */
function* forgeries(text: string): Generator<[string, string]> {
  const settle = text.indexOf('\nsettle:');
  const end = settle === -1 ? text.indexOf('\n---\n', 4) : settle;
  let field = '';
  for (const match of text.slice(0, end).matchAll(found)) {
    const [whole, before = '', name, quote = '', value = '', closing = ''] = match;
    field = name ?? field;
    const other = otherThan(field, value);
    if (other === undefined) continue;
    const line = before + quote + other + closing;
    yield [
      `${field} ${text.slice(0, match.index).split('\n').length}: ${whole.trim()}`,
      text.slice(0, match.index) + line + text.slice(match.index + whole.length),
    ];
  }
}

/** The fields that the documents do not determine: attempts, runners, earlier evaluations, and of repetitions each run's cost. */
const undetermined =
  /^(formation|max_agents|handed_back|retried|runs_saved|looks|suite_uses_before|runner_credentials|(tokens|elapsed)_(median|p95)\w*) /;

describe('the second verifier', { skip: noPython }, () => {
  const texts = tenant(5).documents();

  test('agrees with what was not forged', () => {
    const { output, agreed } = recomputed(texts);
    assert.equal(agreed, 5, output);
  });

  for (const [what, chosen] of [
    [
      'evidence that may stop early',
      (text: string) => /^stopping: anytime|^ {2}stopping: anytime/m.test(text),
    ],
    ['evidence on clusters, of a margin', (text: string) => /^ {2}margin: /m.test(text)],
    ['a recommendation', () => true],
  ] as const)
    test(`finds each value of ${what} that was changed`, () => {
      const kind = what === 'a recommendation' ? 'recommendation' : 'evidence_snapshot';
      const own = texts.filter(text => kindOf(text) === kind && chosen(text));
      const forged = own.flatMap(text => [...forgeries(text)]);
      const { wrong, output } = recomputed([...texts, ...forged.map(([, text]) => text)]);
      const missed = forged
        .filter(([, text]) => !wrong.has(digestField(sha256Hex(text))))
        .map(([name]) => name)
        .filter(name => kind === 'recommendation' || !undetermined.test(name));
      assert.deepEqual(missed, [], output.slice(0, 2000));
      assert.ok(own.length === 1 && forged.length > 60, `${own.length}, ${forged.length} forged`);
    });
});
