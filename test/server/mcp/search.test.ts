/** Search from the inside: words, synonyms, clues, and the order of what is found. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Manifest, PageEntry, SearchEntry } from '#document/manifest.ts';
import { Expansions } from '../../../server/mcp/search/expansion.ts';
import { SearchIndex } from '../../../server/mcp/search/search-index.ts';
import { synonyms } from '../../../server/mcp/search/synonyms.ts';
import { stemOf, wordsOf } from '../../../server/mcp/search/words.ts';

const page = (
  path: string,
  kind: string,
  title: string,
  search: SearchEntry,
  description = '',
): PageEntry => ({
  ...{
    path,
    kind,
    title,
    description,
    search,
    listed: true,
    file: path.slice(1),
    digest: '',
    size: 1,
    tokens: 1,
  },
  ...{ media_type: 'text/markdown', encodings: {}, key: '' },
});

const index = (...pages: PageEntry[]): SearchIndex =>
  new SearchIndex({ format: 1, base_url: '', pages, redirects: [] } as unknown as Manifest);

const found = (made: SearchIndex, query: string, more = {}): string[] =>
  made.find({ query, ...more }).map(({ path }) => path);

describe('words', () => {
  test('are compared without case, accents, apostrophes and marks', () => {
    assert.deepEqual(wordsOf("Don't re-run Café, E-MAIL!"), ['dont', 're', 'run', 'cafe', 'e', 'mail']);
  });

  test('of one family are one, in both spellings', () => {
    for (const family of [
      ['fix', 'fixes', 'fixed', 'fixing'],
      ['plan', 'plans', 'planned', 'planning', 'planner'],
      ['summarise', 'summarize', 'summarising', 'summarizes'],
      ['migrate', 'migrates', 'migration', 'migrations', 'migrating'],
      ['verify', 'verifies', 'verified'],
      ['review', 'reviewer', 'reviewing'],
      ['company', 'companies'],
    ])
      assert.equal(new Set(family.map(stemOf)).size, 1, family.map(stemOf).join(' '));
  });

  test('that say nothing here are left out', () => {
    for (const word of ['the', 'agents', 'should', 'organise', 'x']) assert.equal(stemOf(word), null, word);
  });
});

describe('synonyms', () => {
  const expansions = new Expansions();

  test('are found for words in any form, for pairs of words and for large numbers', () => {
    assert.ok(expansions.of(['bosses']).includes('orchestrator'));
    assert.ok(expansions.of(['context', 'windows']).includes('compaction'));
    assert.ok(expansions.of(['500']).includes('similar'));
    assert.deepEqual(expansions.of(['3']), []);
  });

  test('say something on both sides of every line', () => {
    for (const { said, meant } of synonyms)
      assert.ok(wordsOf(said).length > 0 && wordsOf(meant).some(word => stemOf(word) !== null), said);
  });
});

describe('search', () => {
  const gate = page('/patterns/gate.md', 'pattern', 'Gate', {
    names: ['gate'],
    purpose: ['A check decides.'],
  });
  const loop = page('/patterns/loop.md', 'pattern', 'Loop', {
    names: ['loop'],
    purpose: ['Steps with tools.'],
  });

  test('finds a page by its title, its other names and its purpose', () => {
    const made = index(gate, loop);
    for (const query of ['gate', 'GATES', 'what checks?'])
      assert.deepEqual(found(made, query), [gate.path], query);
  });

  test('finds a pattern by what another page says of it', () => {
    const domain = page('/domains/coding.md', 'domain', 'Coding', {
      domains: ['coding'],
      tasks: [{ name: 'bug_fix', description: 'Mend a defect.' }],
      mentions: [
        { patterns: ['loop'], text: 'Begin with it for bug_fix.' },
        { patterns: ['gate'], text: 'Where lawyers look on.' },
      ],
    });
    const made = index(gate, loop, domain);
    assert.equal(found(made, 'mending defects', { kind: 'pattern' })[0], loop.path);
    assert.equal(found(made, 'lawyers', { kind: 'pattern' })[0], gate.path);
  });

  test('puts patterns that come near first, then starters, then what explains', () => {
    const starter = page('/starters/a/1.0.0.md', 'starter', 'Checks', {
      purpose: ['Check checks.'],
      patterns: ['gate'],
    });
    const record = page('/research/a.md', 'research_record', 'Checks', { purpose: ['A check decides.'] });
    assert.deepEqual(found(index(record, starter, gate, loop), 'check'), [
      gate.path,
      starter.path,
      record.path,
    ]);
  });

  test('puts what is far better before patterns that hardly fit', () => {
    const record = page('/research/aflow.md', 'research_record', 'AFlow', {
      names: ['aflow'],
      purpose: ['AFlow, AFlow.'],
    });
    const faint = page('/patterns/faint.md', 'pattern', 'Faint', {
      names: ['faint'],
      detail: [`As in aflow ${'word '.repeat(80)}`],
    });
    assert.equal(found(index(record, faint), 'aflow')[0], record.path);
  });

  test('keeps to a kind and to a task class', () => {
    const fix = page('/starters/fix/1.0.0.md', 'starter', 'Check', {
      purpose: ['Check.'],
      task_classes: ['coding.bug_fix'],
      domains: ['coding'],
    });
    const made = index(gate, fix);
    assert.deepEqual(found(made, 'check', { kind: 'starter' }), [fix.path]);
    assert.deepEqual(found(made, 'check', { taskClass: 'coding.bug_fix' }), [fix.path]);
    assert.deepEqual(found(made, 'check', { taskClass: 'coding.review' }), []);
  });

  test('forgives a slip of the pen, and finds nothing for nothing', () => {
    const blackboard = page('/patterns/blackboard.md', 'pattern', 'Blackboard', { names: ['blackboard'] });
    const made = index(blackboard, loop);
    assert.deepEqual(found(made, 'blackbord'), [blackboard.path]);
    for (const query of ['', '???', 'the of and', 'zzzzzz']) assert.deepEqual(found(made, query), [], query);
  });
});
