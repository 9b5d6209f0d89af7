/**
 * The sources of a tree, as far as it publishes them: what editors wrote, without what the build added. From these the build makes
 * the pages again, so nothing here is believed: a part that was changed on one page alone no longer matches the other pages.
 *
 * Unpublished are the phrases of situations, which only entries of the search show, and comments in front matter.
 */

import type { Kind } from '#document/kind/kind.ts';
import { publicationFolder } from '#document/kind/publication.ts';
import { statusFolder } from '#document/kind/statuses.ts';
import { publicKinds } from '#document/message/index.ts';
import { writeDocument } from '#document/text/front-matter.ts';
import { isTable, layoutOf } from '../../../build/catalog/source/layout.ts';
import { generatedFrom } from '../../../build/document/comparison/body.ts';
import { groupBy } from '../../../build/document/text/group.ts';
import { findingsBeginning, useBeginning } from '../../../build/page/pattern-use.ts';
import type { CheckInput, Document } from '../check-input.ts';
import { isOtherName } from '../reading.ts';
import { plainPath, type Tree, textOf } from '../tree.ts';
import { domainSource } from './domain.ts';
import { partsAt, phrasesOf, withoutLastLine, withoutTitle } from './published.ts';
import { familiesSource, siteSource } from './site.ts';

/** The texts of sources by their names below `content/`. */
type Sources = Map<string, string>;

/** The sources of a tree. A source that cannot be read back is missing. */
export function sourcesOf(tree: Tree, evidence: CheckInput): Sources {
  const sources: Sources = new Map();
  const add = (name: string, text: string | undefined) => text !== undefined && sources.set(name, text);
  for (const document of evidence.documents.values()) {
    const { path } = document.page;
    if (path !== plainPath(path) || isOtherName(document)) continue;
    add(path.slice(1), sourceOf(document, evidence));
  }
  add('site.md', siteSource(tree, evidence));
  add('families.md', familiesSource(evidence));
  add('status.md', statusSource(evidence));
  for (const [name, text] of ledgers(evidence)) add(name, text);
  for (const page of tree.pages.values())
    if (isTable(page.path.slice(1))) add(page.path.slice(1), textOf(page));
  return sources;
}

const kinds = new Map((publicKinds as readonly Kind[]).map(kind => [kind.kind, kind]));

/** The source of a page; undefined where the build made the page of other sources. */
function sourceOf(document: Document, evidence: CheckInput): string | undefined {
  const { page, source } = document;
  const kind = kinds.get(String(source.value.kind));
  const name = page.path.slice(1);
  if (!kind?.source || layoutOf(name)?.kind.kind !== kind.kind) return undefined;
  if (kind.form === 'artifact') return textOf(page);
  if (kind.kind === 'domain') return domainSource(document, evidence);
  if (kind.source.composed) return undefined;
  const fields = [...Object.keys(kind.fields.shape), 'title', 'description'];
  const value = fields.flatMap(field =>
    source.value[field] === undefined ? [] : [[field, source.value[field]]],
  );
  return writeDocument({ ...Object.fromEntries(value), ...phrasesOf(page) }, authoredBody(kind, source.body));
}

/** The body below the title; that of a pattern without its drawing and without the links at its end, which the build adds. */
function authoredBody({ kind }: Kind, body: string): string {
  const untitled = withoutTitle(body);
  const generated = generatedFrom[kind];
  if (generated !== undefined) return partsAt(untitled, `\n\n${generated}\n\n`)[0];
  if (kind !== 'pattern') return untitled;
  const undrawn = untitled.replace(/^```mermaid\n[\s\S]*?\n```\n+/, '');
  return withoutLastLine(withoutLastLine(undrawn, findingsBeginning), useBeginning);
}

function statusSource({ documents }: CheckInput): string | undefined {
  const document = documents.get('/status.md');
  if (!document) return undefined;
  const { title, description } = document.source.value;
  const [, body] = /^## Health\n\n[^\n]*\n\n([\s\S]*)$/.exec(withoutTitle(document.source.body)) ?? [];
  return body === undefined ? undefined : writeDocument({ title, description }, body);
}

/** What the log records of versions, as the records of the content. */
function ledgers({ entries }: CheckInput): [name: string, text: string][] {
  const publications = entries.flatMap(entry => {
    if (entry?.type !== 'published') return [];
    return [{ path: entry.path, digest: entry.digest, published_at: entry.published_at }];
  });
  const changes = entries
    .flatMap(entry => {
      if (entry?.type !== 'status') return [];
      const { type: _type, digest: _digest, ...change } = entry;
      return [change];
    })
    .sort((a, b) => (a.since < b.since ? -1 : Number(a.since > b.since)));
  const byVersion = groupBy(changes, ({ path }) => path);
  return [
    ...publications.map(({ path, ...record }): [string, string] => [
      publicationFolder + path,
      writeDocument(record, ''),
    ]),
    ...[...byVersion].map(([path, own]): [string, string] => {
      return [
        statusFolder + path,
        writeDocument({ changes: own.map(({ path: _, ...change }) => change) }, ''),
      ];
    }),
  ];
}
