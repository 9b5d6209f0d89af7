/**
 * `/docs/index.md`: the directory of the contract, with the rules by subject, the schema of every
 * kind, and the addresses to begin at.
 */

import type { Kind } from '#document/kind/kind.ts';
import { doc, publicKinds } from '#document/message/index.ts';
import type { Catalog } from '../catalog/source/catalog.ts';
import {
  composedPage,
  indexLine,
  markdownLine,
  type Page,
  type Setting,
  schemaPath,
} from './compose/page.ts';
import { guideIndexPath } from './guide-index.ts';

export function docsIndexPages(catalog: Catalog, setting: Setting): Page[] {
  const schemas = publicKinds.map(kind =>
    markdownLine(kind.schema, schemaPath(kind.schema), kind.description),
  );
  // Plain kinds share one schema, so its first line covers all of them.
  const lines = publicKinds.flatMap((kind, at) =>
    publicKinds.findIndex(other => other.schema === kind.schema) === at ? [schemas[at]!] : [],
  );
  const body = [
    ...contractLines(catalog),
    '## Schemas',
    lines.join('\n'),
    '## Ways in',
    [
      indexLine('/llms.txt', '/llms.txt', 'the discovery index for agents'),
      indexLine('/sitemap.txt', '/sitemap.txt', 'every public page, one URL on each line'),
      indexLine(
        '/.well-known/ard.json',
        '/.well-known/ard.json',
        'the resources of this service for directories',
      ),
      indexLine(guideIndexPath, guideIndexPath, 'the guides, step by step'),
      indexLine('/status.md', '/status.md', 'health and limitations'),
    ].join('\n'),
  ].join('\n\n');
  return [
    composedPage({
      kind: doc as unknown as Kind,
      path: '/docs/index.md',
      title: 'Contract directory',
      description:
        'The rules of the service by subject, the schema of every kind of document, and the addresses to begin with.',
      body: () => body,
      setting,
    }),
  ];
}

/** Writes the list of the pages of the contract, with a line for each page; empty if there are none. */
function contractLines({ contract }: Catalog): string[] {
  const lines = contract.map(({ facts, path }) => indexLine(facts.title, path!, facts.description));
  const note =
    'Each rule has a number within its page, such as `/docs/use-tickets.md#2`. Numbers change only between releases.';
  return lines.length === 0 ? [] : ['## Rules', note, lines.join('\n')];
}
