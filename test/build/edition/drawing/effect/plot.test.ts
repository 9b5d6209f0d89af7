/** Plots of effects: each number on its scale and side, in a table that says it in words. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { effectPlots } from '#edition/drawing/effect/plot.ts';
import { comparedRows, type FoundEffect, patternRow } from '#edition/drawing/effect/row.ts';
import { bothSides } from '#edition/drawing/effect/summary.ts';

const finding = (more: Partial<FoundEffect>): FoundEffect => ({
  ...{ record: 'a-2024', href: '/research/a-2024.html#x', claim: 'It is <better>.', year: 2024 },
  ...{ direction: 'supports', ...more },
});
const points = (difference: string, more = {}) => ({
  scale: 'points' as const,
  of: 'pass rate',
  difference,
  ...more,
});

const comparison = {
  path: '/comparisons/c.md',
  fields: {
    slug: 'c',
    status: 'reviewed',
    arms: [
      { id: 'one', fidelity: 'control', ran_by: 'maker' },
      { id: 'team', fidelity: 'exact', pattern: 'gate', ran_by: 'third_party' },
    ],
    results: [{ a: 'one', b: 'team', cases: 40, difference: '-0.1000', interval: ['-0.1800', '-0.0200'] }],
    shown: [{ a: 'one', b: 'team' }],
    confounds: ['budget'],
    benchmark: { name: 'Cases' },
  },
};

describe('the plots of effects', () => {
  const rows = [
    patternRow(finding({ effects: [points('4')] })),
    patternRow(finding({ effects: [points('9', { cases: 8, budget: 'equal', ran_by: 'maker' })] })),
    patternRow(finding({ direction: 'against', effects: [points('-3', { interval: ['-5', '-1'] })] })),
    patternRow(finding({ direction: 'mixed' })),
    patternRow(finding({ effects: [{ scale: 'times', of: 'tokens', with: '3', without: '1' }] })),
    ...comparedRows([comparison], 'gate'),
  ];
  const text = effectPlots(rows, 'it').text;

  test('have one table a scale, and in it recomputed results before those for it and those against it', () => {
    assert.deepEqual(
      [...text.matchAll(/<caption>([^<]*)|<tbody class="(\w+)"/g)].map(
        ([, name, group]) => group ?? name?.trim(),
      ),
      [
        ...['Difference in percentage points.', 'recomputed', 'supports', 'against'],
        ...['Times as much was spent.', 'against'],
      ],
    );
    assert.ok(text.indexOf('+9 points') < text.indexOf('+4 points'));
  });

  test('say of each number what it was measured on, and what is unknown', () => {
    assert.ok(text.includes('no interval reported · n = 8 · 2024 · equal budgets · run by its makers'));
    assert.ok(text.includes('95 % interval −5 to −1 · n not reported · 2024 · budgets not reported'));
    assert.ok(text.includes('95 % interval 2 to 18 · n = 40 · unequal budgets'));
  });

  test('count the findings without a number', () => {
    assert.ok(text.includes('Findings without a number to compare: 1 undecided.'));
    assert.ok(
      effectPlots([patternRow(finding({}))], 'it').text.includes(
        'No finding has a number to compare: 1 for.',
      ),
    );
  });

  test('tell the sides apart by shape, and leave out withdrawn comparisons', () => {
    assert.match(text, /<tbody class="supports">.*<circle/);
    assert.match(text, /<tbody class="against">.*l8 8m0-8-8 8/);
    assert.deepEqual(
      comparedRows([{ ...comparison, fields: { ...comparison.fields, status: 'withdrawn' } }]),
      [],
    );
  });

  test('show both sides in short: a finding may have a gain for and a cost against', () => {
    const both = patternRow(
      finding({ effects: [points('5'), { scale: 'times', of: 'seconds', with: '2', without: '1' }] }),
    );
    const { text: sides } = bothSides([both], 'a team');
    assert.match(
      sides,
      /For a team<\/h2><ul><li><svg.*?<b>\+5 points<\/b> pass rate\..*Against a team<\/h2><ul><li><svg.*?<b>2 times<\/b> seconds \(2 against 1\)\./,
    );
    assert.ok(sides.includes('It is &lt;better&gt;.'));
  });
});
