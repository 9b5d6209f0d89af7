/** The head of pages, read by programs that did not write it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import '@citation-js/plugin-cff';
// @ts-expect-error It has no types.
import { Cite } from '@citation-js/core';
import { parse } from 'yaml';
import { describedHead } from '../../../build/edition/head.ts';
import { linkedData } from '../../../build/edition/metadata/linked-data.ts';
import { termsIn } from '../../../build/edition/metadata/terms.ts';
import { catalogDist, manifestIn } from '../../support/shared.ts';
import { root, textOf } from '../../support/tracked.ts';

const dist = catalogDist();
const { pages, base_url } = manifestIn(dist);
const htmlOf = (path: string) => readFileSync(join(dist, path.slice(1)), 'utf8');

type Thing = { '@type': string; '@context': string; '@id': string; name: string } & Record<string, unknown>;

function dataOf(page: string): Thing {
  const blocks = [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)];
  assert.equal(blocks.length, 1);
  return JSON.parse(blocks[0]![1]!) as Thing;
}

/** The tags of a page, by name or property. */
const tagsOf = (page: string): [name: string, content: string][] =>
  [...page.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g)].map(([, name, content]) => [
    name!,
    content!,
  ]);

describe('the data of a page', () => {
  const types: Readonly<Record<string, readonly string[]>> = {
    pattern: ['DefinedTerm'],
    research_record: ['ScholarlyArticle', 'Report'],
    comparison: ['Dataset'],
    guide: ['TechArticle', 'DefinedTermSet'],
    contract: ['TechArticle'],
    starter: ['TechArticle'],
    task: ['WebPage'],
  };

  test('has the type of its kind, on every page', () => {
    const found = new Map<string, number>();
    for (const { path, kind } of pages) {
      if (!path.endsWith('.md') || path.startsWith('/artifacts/') || !types[kind]) continue;
      const data = dataOf(htmlOf(path.replace(/md$/, 'html')));
      assert.ok(types[kind].includes(data['@type']), `${path}: ${data['@type']}`);
      assert.equal(data['@context'], 'https://schema.org');
      assert.match(data['@id'], /^https?:\/\//, path);
      found.set(data['@type'], (found.get(data['@type']) ?? 0) + 1);
    }
    for (const type of new Set(Object.values(types).flat())) assert.ok(found.get(type), type);
  });

  test('of the start page is a data set, described at the length that Google asks for', () => {
    const data = dataOf(htmlOf('/index.html'));
    assert.equal(data['@type'], 'Dataset');
    const { length } = String(data.description);
    assert.ok(length >= 50 && length <= 5000);
  });

  test('of a version names its bytes by their digest', () => {
    const version = pages.find(({ path }) => path.startsWith('/starters/') && /\d\.md$/.test(path))!;
    const { identifier, sameAs } = dataOf(htmlOf(version.path.replace(/md$/, 'html'))) as unknown as {
      identifier: { value: string };
      sameAs: string[];
    };
    assert.equal(identifier.value, version.artifact!.digest.replace('sha256:', ''));
    const [name, address] = sameAs;
    const bytes = Buffer.from(name!.split(';')[1]!, 'base64url');
    assert.equal(bytes.toString('hex'), identifier.value);
    assert.ok(address!.endsWith(`${identifier.value}.md`));
  });

  test('of a record is about its source, and the page is what says more', () => {
    const data = dataOf(htmlOf('/research/react-2022.html'));
    assert.equal(data.url, 'https://arxiv.org/abs/2210.03629');
    assert.equal((data.subjectOf as Thing)['@id'], `${base_url}/research/react-2022.html`);
  });

  test('of the glossary has its terms', () => {
    assert.deepEqual(termsIn('- **Role:** who does what. See [roles](/x.md). **Edge:** a `line`.\n'), [
      { name: 'Role', description: 'who does what. See roles.' },
      { name: 'Edge', description: 'a `line`.' },
    ]);
    const { hasDefinedTerm } = dataOf(htmlOf('/guides/glossary.html')) as unknown as {
      hasDefinedTerm: Thing[];
    };
    assert.ok(hasDefinedTerm.some(({ name }) => name === 'Formation'));
  });

  test('cannot end its script, whatever a title holds', () => {
    const title = '</script><script>alert(1)</script><!--';
    const page = {
      ...{ path: '/guides/x.md', kind: 'guide', title, description: title, site: title },
      ...{ baseUrl: 'https://catalog.test', address: 'https://catalog.test/guides/x.html', value: {} },
    };
    const { text } = describedHead(page, '');
    assert.equal(text.match(/<script/g)!.length, 1);
    assert.equal(text.match(/<!--/g), null);
    assert.equal(dataOf(text).name, title);
    assert.equal(linkedData(page).name, title);
  });
});

describe('the tags of a page', () => {
  test('say to whoever shows a link what it is, with absolute addresses', () => {
    for (const path of ['/index.html', '/patterns/verifier-gate.html', '/tasks/coding.bug_fix.html']) {
      const tags = new Map(tagsOf(htmlOf(path)));
      for (const name of ['og:title', 'og:description', 'og:url', 'og:type', 'og:site_name'])
        assert.ok(tags.get(name), `${path}: ${name}`);
      assert.equal(tags.get('og:url'), base_url + path);
    }
  });

  test('of a record are those of Google Scholar, an author each', () => {
    const tags = tagsOf(htmlOf('/research/reflexion-2023.html')).filter(([name]) =>
      name.startsWith('citation_'),
    );
    assert.deepEqual(
      tags.filter(([name]) => name === 'citation_author').map(([, name]) => name),
      ['Noah Shinn', 'Federico Cassano', 'Ashwin Gopinath'],
    );
    assert.deepEqual(
      tags.filter(([name]) => name === 'citation_publication_date').map(([, date]) => date),
      ['2023'],
    );
    assert.deepEqual(
      tagsOf(htmlOf('/patterns/verifier-gate.html')).filter(([name]) => name.startsWith('citation_')),
      [],
    );
  });
});

describe('CITATION.cff', () => {
  const text = readFileSync(join(root, 'CITATION.cff'), 'utf8');

  test('is read by a library as the software of this version', () => {
    const [item] = new Cite(text).data as { title: string; version: string; type: string }[];
    const { version } = JSON.parse(textOf('package.json')) as { version: string };
    assert.deepEqual(
      [item!.title, item!.version, item!.type],
      ['Agent Topology Catalog', version, 'software'],
    );
  });

  test('has what version 1.2.0 of the format requires, and the date of the release', () => {
    const value = parse(text) as Record<string, unknown>;
    for (const name of ['cff-version', 'message', 'title', 'authors']) assert.ok(value[name], name);
    assert.equal(value['cff-version'], '1.2.0');
    assert.ok(textOf('.github/CHANGELOG.md').includes(`## [${value.version}] - ${value['date-released']}`));
  });
});
