/** Questions that are like the names of pages, or like the phrases in which people ask for them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PageEntry } from '#document/text/manifest.ts';
import { askedFor } from '#edition/search/asked.ts';
import { Phrases } from '#edition/search/phrases.ts';

const pageOf = (path: string, title: string, phrases: string[], headings: string[] = []) =>
  ({ path, kind: 'guide', title, search: { headings, situations: [{ phrases }] } }) as unknown as PageEntry;

const pages = [
  pageOf('/guides/cost.md', 'Effort', ['what is the right team size', 'cost of several agents'], ['Caps']),
  pageOf('/guides/fail.md', 'Failures', ['common mistakes with several agents'], ['Between two agents']),
  pageOf('/guides/long.md', 'Length', ['a description of work that has far more words than anybody types']),
];

function made(): Phrases {
  const making = Phrases.of(pages, askedFor(pages));
  for (let step = making.next(); ; step = making.next()) if (step.done) return step.value;
}

const phrases = made();
/** The paths of the pages that a question is much like, most alike first. */
const firstFor = (question: string) =>
  [...phrases.ask(question)]
    .filter(([, likeness]) => likeness >= 0.5)
    .sort(([, a], [, b]) => b - a)
    .map(([at]) => pages[at]!.path);

describe('phrases', () => {
  test('find the page whose title, heading or phrase a question is', () => {
    assert.deepEqual(firstFor('failures'), ['/guides/fail.md']);
    assert.deepEqual(firstFor('between two agents'), ['/guides/fail.md']);
    assert.deepEqual(firstFor('the right team size'), ['/guides/cost.md']);
  });

  test('find nothing for a question that shares only common words, or none', () => {
    assert.deepEqual(firstFor('several xylophones with violins'), []);
    assert.deepEqual(firstFor('xylophone'), []);
  });

  test('leave out descriptions of work, which are long', () => {
    assert.deepEqual(firstFor('a description of work that has far more words than anybody types'), []);
  });
});
