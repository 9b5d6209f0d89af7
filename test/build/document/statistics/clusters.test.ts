/**
 * The method v3 against R: means over clusters by clubSandwich, as test/vector/clusters-r.json keeps what it printed, and intervals and
 * tests of pairs by what R says of the same counts. `WRITE_VECTOR=1 npx tsx scripts/test.ts statistics/clusters` asks R again; it needs
 * Debian's r-cran-clubsandwich.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { compare, rateEstimate } from '../../../../build/document/statistics/estimate.ts';
import { meanOf, reachOf, tTest } from '../../../../build/document/statistics/mean.ts';
import { randomFrom } from '../../../support/random.ts';

interface Vector {
  source: string;
  /** Questions, and what R printed. */
  answers: [string, string][];
}

const folder = join(import.meta.dirname, '../../../vector');
const file = join(folder, 'clusters-r.json');

/** Values of cases, and the cluster of each: equal and unequal ones, few and many, and each case by itself. */
function questions(): string[] {
  const random = randomFrom(34);
  return Array.from({ length: 40 }, (_, index) => {
    const count = 12 + Math.floor(random() * 60);
    const values = Array.from({ length: count }, () =>
      index % 3 === 0 ? Math.floor(3 * random()) - 1 : Math.round(1000 * (2 * random() - 1)) / 1000,
    );
    const clusters = values.map((_, at) =>
      index % 4 === 0 ? at : Math.floor(2 + 10 * random() ** (1 + (index % 5))),
    );
    return [...values, ...clusters].join(' ');
  });
}

if (process.env.WRITE_VECTOR) {
  const asked = questions();
  const { status, stdout, stderr } = spawnSync('Rscript', ['--vanilla', join(folder, 'clusters.R')], {
    input: `${asked.join('\n')}\n`,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  const [source, ...printed] = stdout.trimEnd().split('\n');
  const lines = asked.map((question, index) => JSON.stringify([question, printed[index]!.trim()]));
  writeFileSync(
    file,
    `{\n"source": "${source}, test/vector/clusters.R",\n"answers": [\n${lines.join(',\n')}\n]\n}\n`,
  );
}

const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Vector;
const near = (ours: number, theirs: number, what: string) =>
  assert.ok(
    Math.abs(ours - theirs) <= 1e-12 + 1e-9 * Math.abs(theirs),
    `${what}: ${ours}, and R says ${theirs}`,
  );
const numbers = (text: string) => text.trim().split(/\s+/).map(Number);

const { source, answers } = read('clusters-r.json');
test(`variance, degrees of freedom, interval and chance of a mean over clusters agree with ${source}`, () => {
  assert.equal(answers.length, 40);
  for (const [question, answer] of answers) {
    const given = numbers(question);
    const [values, clusters] = [given.slice(0, given.length / 2), given.slice(given.length / 2)];
    const mean = meanOf(values, clusters);
    const ours = [mean.value, mean.variance, mean.freedom, reachOf(mean.freedom), tTest(mean)];
    for (const [index, theirs] of numbers(answer).entries()) near(ours[index]!, theirs, question);
  }
});

describe(`evidence of single runs agrees with ${read('statistics-r.json').source}`, () => {
  const of = (name: string) =>
    read('statistics-r.json')
      .answers.filter(([question]) => question.startsWith(`${name} `))
      .map(([question, answer]) => [numbers(question.slice(name.length)), numbers(answer)] as const);
  const design = { repetitions: 1, clusters: undefined, mayStop: false, largest: 1 };
  const pairs = (counts: readonly number[]) =>
    (
      [
        [1, 1],
        [1, 0],
        [0, 1],
        [0, 0],
      ] as const
    ).flatMap((pair, kind) => Array.from({ length: counts[kind]! }, () => pair));

  test('on the interval of a difference', () => {
    for (const [counts, [value = 0, low = 0, high = 0]] of of('newcombe')) {
      const ours = compare(pairs(counts), design);
      for (const [own, theirs] of [
        [ours.value, value],
        [ours.low, low],
        [ours.high, high],
      ] as const)
        near(own, theirs, counts.join(' '));
    }
  });

  test('on the exact paired test', () => {
    for (const [[wins = 0, losses = 0], [two = 0, one = 0]] of of('sign')) {
      const ours = compare(pairs([1, wins, losses, 1]), design);
      near(ours.twoSided, two, `${wins} to ${losses}`);
      near(ours.oneSided, one, `${wins} to ${losses}`);
    }
  });

  test('on the interval of a rate', () => {
    for (const [[passes = 0, runs = 0], [low = 0, high = 0]] of of('wilson')) {
      if (runs === 0 || runs > 5000) continue;
      const ours = rateEstimate(
        Array.from({ length: runs }, (_, at) => Number(at < passes)),
        design,
      );
      near(ours.low, low, `${passes} of ${runs}`);
      near(ours.high, high, `${passes} of ${runs}`);
    }
  });
});
