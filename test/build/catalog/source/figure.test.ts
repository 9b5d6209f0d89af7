/** Figures: what counts as one, in whatever way it is written, and when a record states what a page cites. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figuresOf, readFigure, states, writeFigure } from '../../../../build/catalog/source/figure.ts';

/** A text, and the figures in it in their one form. */
const cases: [text: string, figures: string[]][] = [
  ['90.2 %, 90.2% and 90.2 percent', ['90.2%', '90.2%', '90.2%']],
  ['15x, 15 times, fifteen times, 15-fold, 15 ×', ['15x', '15x', '15x', '15x', '15x']],
  ['−70.0 %, -70.0%, +80.8% and –3 points', ['70%', '70%', '80.8%', '3 points']],
  ['$0.70, $20,000 and 1,642 traces', ['$0.7', '$20000', '1642']],
  ['56.9K tokens, 2 billion tokens, 348 trials', ['56900', '2000000000', '348']],
  ['from 13 to 57%, 3-4.5x, 40 and 78 percent', ['13%', '57%', '3x', '4.5x', '40%', '78%']],
  ['R² 0.373; 20 percentage points; sixteen agents', ['0.373', '20 points', '16']],
  ['three workers, 5 rounds, in 2024, one point of view', []],
  ['GPT-4, GPT-3.5, v3, pass^8, Llama2-70B, Gemini-3-Flash, 4-series', []],
];

for (const [text, expected] of cases) {
  test(`figures of "${text}"`, () => {
    assert.deepEqual(figuresOf(text).map(writeFigure), expected);
    for (const figure of expected) assert.equal(writeFigure(readFigure(figure)), figure);
  });
}

test('a record states what it gives without a unit, as a share or as percent of the whole', () => {
  const stated = (source: string, cited: string) => states(readFigure(source), readFigure(cited));
  assert.equal(stated('84.1', '84.1%'), true);
  assert.equal(stated('34%', '34 points'), true);
  assert.equal(stated('34 points', '34%'), false);
  assert.equal(stated('15x', '15%'), false);
  assert.equal(stated('90.2%', '90%'), false);
  assert.equal(stated('0.631', '63.1%'), true);
  assert.equal(stated('0.079', '7.9 points'), true);
  assert.equal(stated('0.631', '63%'), false);
  assert.equal(stated('1.5', '150%'), false);
});
