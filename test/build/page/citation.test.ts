/** Citations, read by a library that did not write them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import '@citation-js/plugin-bibtex';
// @ts-expect-error It has no types.
import { Cite } from '@citation-js/core';
import fc from 'fast-check';
import { type Citation, citationFormats } from '../../../build/page/compose/citation-format.ts';
import { catalogDist, manifestIn } from '../../support/shared.ts';

interface Read {
  title: string;
  author: ({ literal: string } | { family: string; given?: string })[];
  issued?: { 'date-parts': number[][] };
  URL: string;
}
const read = (text: string): Read[] => new Cite(text).data as Read[];
const yearOf = ({ issued }: Read): number | undefined => issued?.['date-parts'][0]?.[0];
const namesOf = ({ author }: Read): string[] =>
  author.map(each => ('literal' in each ? each.literal : `${each.given ?? ''} ${each.family}`.trim()));

describe('the citations of the catalog', () => {
  const dist = catalogDist();
  const { pages } = manifestIn(dist);
  const textOf = (path: string) => readFileSync(join(dist, path.slice(1)), 'utf8');
  const cited = pages.filter(({ path }) => path.endsWith('.bib')).map(({ path }) => path.slice(0, -4));

  test('are there for every record, pattern, comparison and version in force', () => {
    const kinds = ['research_record', 'pattern', 'comparison', 'starter', 'formation'];
    const should = pages.filter(
      ({ kind, path, artifact }) =>
        kinds.includes(kind) && !path.startsWith('/artifacts/') && artifact?.status !== 'revoked',
    );
    assert.deepEqual(cited.map(path => `${path}.md`).sort(), should.map(({ path }) => path).sort());
    assert.ok(cited.length > 300);
  });

  test('say the same in every format', () => {
    for (const path of cited.filter((_, at) => at % 5 === 0)) {
      const [bib, csl] = citationFormats.map(({ extension }) => read(textOf(`${path}.${extension}`)));
      assert.deepEqual([bib!.length, csl!.length], [1, 1], path);
      const [each] = bib!;
      assert.equal(each!.title, csl![0]!.title, path);
      assert.equal(each!.URL, csl![0]!.URL, path);
      assert.equal(yearOf(each!), yearOf(csl![0]!), path);
    }
  });

  test('name the authors of the source of a record, and that there are others', () => {
    const [item] = read(textOf('/research/reflexion-2023.csl.json'));
    assert.deepEqual(namesOf(item!), ['Noah Shinn', 'Federico Cassano', 'Ashwin Gopinath']);
    const text = textOf('/research/reflexion-2023.csl.json');
    assert.match(text, /Further authors are not named\./);
    assert.doesNotMatch(text, /et al/, 'it would be read as a person');
    assert.match(
      textOf('/research/reflexion-2023.bib'),
      /author = \{Shinn, Noah and Cassano, Federico and Gopinath, Ashwin and others\}/,
    );
  });

  test('name a version by the address of its digest', () => {
    const path = cited.find(each => each.startsWith('/starters/'))!;
    const { artifact } = pages.find(each => each.path === `${path}.md`)!;
    assert.match(textOf(`${path}.bib`), new RegExp(`/artifacts/sha256/${artifact!.digest}\\.md`));
  });
});

describe('a citation', () => {
  // Line ends cannot be in a field of a document.
  const text = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    .map(each => each.replace(/\s+/g, ' ').trim())
    .filter(each => each !== '' && !/\p{C}/u.test(each));

  test('holds any title in CSL-JSON, and no title ends a field', () => {
    fc.assert(
      fc.property(text, text, (title, name) => {
        const citation: Citation = {
          ...{ id: 'x', type: 'article', title, authors: [{ literal: name }], within: title },
          ...{ date: '2026-11-21', address: 'https://catalog.test/x.md', note: name },
        };
        const [bib, csl] = citationFormats.map(({ write }) => write(citation));
        assert.equal(JSON.parse(csl!)[0].title, title);
        // Braces that are not escaped are those of the fields.
        const open = bib!.replace(/\\./gu, '').match(/[{}]/g)!;
        assert.equal(open.filter(each => each === '{').length, open.filter(each => each === '}').length);
        assert.equal(bib!.split('\n').length, 10);
      }),
    );
  });
});
