/** `/formations/index.md`: the public catalog of formations, newest versions first, with their status. */
import { index } from '#build/exchange/index.ts';
import type { Kind } from '#build/kind/kind.ts';
import { escapeMarkdown } from '#build/text/plain-text.ts';
import type { Catalog, VersionEntry } from '../source/catalog.ts';
import { nameOf, offered, withdrawn } from '../source/version-order.ts';
import { composedPage, type Page, type Setting } from './page.ts';

export function formationIndexPages(catalog: Catalog, setting: Setting): Page[] {
  const names = offered(catalog.formations);
  const sections = names.map(section);
  const gone = withdrawn(catalog.formations);
  return [
    composedPage({
      kind: index as unknown as Kind,
      path: '/formations/index.md',
      title: 'Formations',
      description: 'Published teams of agents, each in versions by a named publisher.',
      fields: () => ({
        lists: 'formation',
        total: catalog.formations.filter(({ status }) => status !== 'revoked').length,
      }),
      body: () =>
        `Each version is an artifact with a digest, a signature and a status. Take the first one that is active.\n\n${sections.join('\n')}${gone}`,
      inputs: [...sections, gone],
      setting,
    }),
  ];
}

function section(versions: readonly VersionEntry[]): string {
  const [newest] = versions;
  const links = versions.map(
    ({ path, more, status }) => `[${more.version}](${path})${status === 'active' ? '' : ` (${status})`}`,
  );
  const { facts, more } = newest!;
  return `- **${nameOf(newest!)}** ${links.join(', ')}: ${escapeMarkdown(facts.description)} For ${more.task_classes.join(', ')}.`;
}
