/** Plots of effects: each number on its scale and side, in a table that says it in words. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { effectPlots } from '#edition/drawing/effect/plot.ts';
import { comparedRows, type FoundEffect, patternRow } from '#edition/drawing/effect/row.ts';
import type { Effect } from '../../../../../build/document/kind/effect.ts';

const finding = (more: Partial<FoundEffect>): FoundEffect => ({
  ...{
    record: 'a-2024',
    cited: 'A, 2024',
    href: '/research/a-2024.html#x',
    claim: 'It is <better>.',
    year: 2024,
  },
  ...{ direction: 'supports', ...more },
});
const arms: Pick<Effect, 'treatment' | 'control' | 'same' | 'interval'> = {
  ...{ treatment: 'team', control: 'one_agent', same: [], interval: 'none_reported' },
};
const points = (difference: string, more = {}) => ({
  ...arms,
  scale: 'points' as const,
  of: 'pass rate',
  difference,
  ...more,
});

const comparison = {
  path: '/comparisons/c.md',
  title: 'C',
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
    patternRow(finding({ effects: [points('9', { cases: 8, same: ['budget'], ran_by: 'maker' })] })),
    patternRow(finding({ direction: 'against', effects: [points('-3', { interval: ['-5', '-1'] })] })),
    patternRow(finding({ direction: 'mixed' })),
    patternRow(
      finding({
        effects: [{ ...arms, scale: 'times', of: 'tokens', spends: 'tokens', with: '3', without: '1' }],
      }),
    ),
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
        ...['Spending, as a multiple of the other arm.', 'against'],
      ],
    );
    assert.ok(text.indexOf('+9 points') < text.indexOf('+4 points'));
  });

  test('say of each number how it was measured, and once for all rows that the rest is not reported', () => {
    assert.ok(
      text.includes('pass rate, same budget <small><a href="/research/a-2024.html#x">A, 2024</a></small>'),
    );
    assert.ok(text.includes('<td>n = 8 · by its authors</td>'));
    assert.ok(text.includes('<td>95 % interval −5 to −1<'));
    assert.ok(text.includes('<td>95 % interval 2 to 18 · n = 40 · by'));
    assert.equal(text.split('If the source reports them, each row gives').length, 2);
  });

  test('name the arms that most findings compare once, and others in their row', () => {
    assert.equal(text.split('a team against one agent').length, 2);
    assert.ok(text.includes('Rows that name no arms show a team against one agent.'));
    const finds = (...controls: Effect['control'][]) =>
      effectPlots([patternRow(finding({ effects: controls.map(control => points('4', { control })) }))], 'it')
        .text;
    assert.ok(finds('one_agent', 'one_agent').includes('Each row shows a team against one agent.'));
    assert.ok(
      finds('one_agent', 'one_agent', 'one_call').includes('pass rate: a team against one call <small>'),
    );
    assert.ok(finds('one_agent').includes('pass rate: a team against one agent <small>'));
  });

  test('name a comparison with several results once, above them, and not what its name says already', () => {
    const { results } = comparison.fields;
    const several = { ...comparison.fields, results: [...results, { ...results[0]!, a: 'team', b: 'one' }] };
    const shown = [
      { a: 'one', b: 'team' },
      { a: 'team', b: 'one' },
    ];
    const pages = [{ ...comparison, title: 'Cases, 2024', fields: { ...several, shown } }];
    const both = effectPlots(comparedRows(pages, 'gate'), 'it').text;
    assert.equal(both.split('team against one').length, 3);
    assert.ok(both.includes('colspan="4"><small><a href="/comparisons/c.html">Cases, 2024</a></small></th>'));
    assert.equal(both.split('Cases').length, 2);
  });

  test('count the findings without a number', () => {
    assert.ok(text.includes('1 more finding has no number to compare (1 undecided).'));
    assert.ok(
      effectPlots([patternRow(finding({}))], 'it').text.includes(
        '1 finding has no number to compare (1 for).',
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

  test('have one scale on all pages, beyond which an arrow stands', () => {
    const few = effectPlots([patternRow(finding({ effects: [points('20')] }))], 'it').text;
    const far = effectPlots([patternRow(finding({ effects: [points('20'), points('90')] }))], 'it').text;
    assert.match(few, /<text x="84" y="4">\+40<\/text>/);
    assert.match(few, /<circle cx="42" r="5"\/>/);
    assert.match(far, /<circle cx="42" r="5"\/>/);
    assert.match(far, /<path class="sign" d="M84-5l9 5 -9 5z"\/>/);
  });
});
