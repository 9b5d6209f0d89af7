/** What discovery files publish of the description of the service, and the index of patterns of their families. */
import { writeDocument } from '#document/text/front-matter.ts';
import { numberedPath } from '../../../build/page/compose/paging.ts';
import type { CheckInput, Document } from '../check-input.ts';
import { isStaticTree, type Tree, textOf } from '../tree.ts';
import { unescaped, withoutLastLine, withoutTitle } from './published.ts';

/** The source `site.md`; undefined where the start page is missing. */
export function siteSource(tree: Tree, { documents }: CheckInput): string | undefined {
  const home = documents.get('/');
  if (!home) return undefined;
  const { title, description } = home.source.value;
  const registry = jsonAt(tree, '/server.json');
  const card = jsonAt(tree, '/.well-known/agent-card.json');
  const provider = Object(card.provider);
  const [entry] = listOf(jsonAt(tree, '/.well-known/ard.json').entries);
  const shown = isStaticTree(tree)
    ? unshown(Object(entry))
    : {
        ...{ name: registry.name, version: registry.version, tagline: registry.description },
        ...{ organization: provider.organization, website: provider.url, skills: card.skills },
      };
  const fields = { title, description, ...shown, queries: Object(entry).representativeQueries };
  const body = withoutLastLine(withoutTitle(home.source.body), 'It now holds ');
  return writeDocument(fields, body);
}

/** The most tags that a skill may have. */
const maxTags = 8;

/** Plain files show some fields of the site nowhere, and nothing is made of them: anything valid may stand in their place. */
function unshown({ version, capabilities, tags }: Record<string, unknown>) {
  const text = 'not published';
  const all = listOf(tags);
  const skills = listOf(capabilities).map((id, at) => {
    const own = all.slice(at * maxTags, (at + 1) * maxTags);
    return { id, name: text, description: text, tags: own.length > 0 ? own : all.slice(0, 1) };
  });
  const website = 'https://example.org/';
  return { name: 'not.published/here', version, tagline: text, organization: text, website, skills };
}

function jsonAt(tree: Tree, path: string): Record<string, unknown> {
  const page = tree.pages.get(path);
  try {
    return Object(page ? JSON.parse(textOf(page)) : {});
  } catch {
    return {}; // The check of schemas reports it.
  }
}

/** The pages of a list, in order. */
function listed(documents: CheckInput['documents'], path: string): Document[] {
  const pages: Document[] = [];
  for (let page = documents.get(path); page; page = documents.get(numberedPath(path, pages.length + 1)))
    pages.push(page);
  return pages;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The source `families.md`. A family without patterns gets a name that nothing else shows. */
export function familiesSource({ documents }: CheckInput): string | undefined {
  const pages = listed(documents, '/patterns/index.md');
  if (pages.length === 0) return undefined;
  const sections = pages.flatMap(({ source }) =>
    `\n\n${withoutTitle(source.body)}`.split('\n\n## ').slice(1),
  );
  // A family that goes on from the page before repeats its name, without its description.
  const begun = sections.filter(section => !section.split('\n\n')[1]?.startsWith('- '));
  const families = begun.map((section, at) => {
    const [name = '', description = '', lines = ''] = section.split('\n\n');
    const [, member] = /\]\((\/patterns\/[a-z0-9-]+\.md)\)/.exec(lines) ?? [];
    const slug = documents.get(member ?? '')?.source.value.family ?? `family-${at + 1}`;
    return { slug, name: unescaped(name), description: unescaped(description) };
  });
  return writeDocument({ title: 'Families', description: 'From the index of patterns.', families }, '');
}
