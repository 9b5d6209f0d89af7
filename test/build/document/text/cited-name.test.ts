import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { citedNames } from '#document/text/cited-name.ts';

const paper = (slug: string, authors: string[], year = 2024) => ({
  slug,
  source_type: 'paper',
  citation: { authors, year },
});

describe('the name of a source', () => {
  test('is its author and year', () => {
    const names = citedNames([
      paper('one', ['Jan van der Berg']),
      paper('two', ['Ana Silva', 'Bo Lee']),
      paper('more', ['John Yang', 'Bo Lee', 'et al.']),
      paper('team', ['OpenAI'], 2025),
    ]);
    assert.deepEqual(Object.fromEntries(names), {
      more: 'Yang et al., 2024',
      one: 'van der Berg, 2024',
      team: 'OpenAI, 2025',
      two: 'Silva and Lee, 2024',
    });
  });

  test('has a letter where another has the same', () => {
    const names = citedNames([paper('b', ['John Yang']), paper('a', ['Jane Yang']), paper('c', ['Bo Lee'])]);
    assert.deepEqual(
      [names.get('a'), names.get('b'), names.get('c')],
      ['Yang, 2024a', 'Yang, 2024b', 'Lee, 2024'],
    );
  });

  test('of a report is the organisation that published it, whoever wrote it', () => {
    const report = (slug: string, author: string, venue: string) => ({
      slug,
      source_type: 'engineering_report',
      citation: { authors: [author], year: 2025, venue },
    });
    const names = citedNames([
      report('a', 'Walden Yan', 'Cognition blog, 12 June 2025'),
      report('b', 'Software Improvement Group', 'company blog, 19 February 2026'),
    ]);
    assert.deepEqual([...names.values()], ['Cognition, 2025', 'Software Improvement Group, 2025']);
  });
});
