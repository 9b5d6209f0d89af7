/** `/formations/index.md`: the public catalog of formations with their status, newest versions first. */

import type { Kind } from '#document/kind/kind.ts';
import { index } from '#document/message/index.ts';
import { escapeMarkdown } from '#document/text/plain-text.ts';
import type { Catalog, VersionEntry } from '../catalog/source/catalog.ts';
import { nameOf, newestFirst, offered } from '../catalog/source/version-order.ts';
import type { Page, Setting } from './compose/page.ts';
import { listPages } from './compose/paging.ts';
import { partsOf, versionChoice } from './compose/version-choice.ts';
import { formerNote, formerPages } from './former.ts';

/** The most tokens of lines on a page. */
const pageTokens = 1500;

export function formationIndexPages(catalog: Catalog, setting: Setting): Page[] {
  const names = newestFirst(offered(catalog.formations), catalog);
  const former = formerNote('formations', catalog.formations);
  return [
    ...listPages({
      kind: index as unknown as Kind,
      path: '/formations/index.md',
      title: 'Formations',
      description: 'Teams of agents that named publishers published in signed versions.',
      fields: { lists: 'formation', total: names.flat().length },
      intro:
        'Each version has a digest, a signature and a status. Use the first active version of a formation.',
      parts: partsOf(names, line),
      ...(former && { end: former }),
      tokens: pageTokens,
      setting,
      about: () => ({
        choice: versionChoice(
          'formations',
          names.map(([newest]) => newest!),
          catalog,
        ),
      }),
    }),
    ...formerPages(catalog, { folder: 'formations', versions: catalog.formations, setting }),
  ];
}

function line(versions: readonly VersionEntry[]): string {
  const [newest] = versions;
  const links = versions.map(
    ({ path, more, status }) => `[${more.version}](${path})${status === 'active' ? '' : ` (${status})`}`,
  );
  const { facts, more } = newest!;
  return `- **${nameOf(newest!)}** ${links.join(', ')}: ${escapeMarkdown(facts.description)} For ${more.task_classes.join(', ')}.`;
}
