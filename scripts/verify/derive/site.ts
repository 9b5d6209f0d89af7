/** What discovery files publish of the description of the service, and the index of patterns of their families. */
import { writeDocument } from '#build/text/front-matter.ts';
import type { CheckInput } from '../check-input.ts';
import { type Tree, textOf } from '../tree.ts';
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
  const fields = {
    ...{ title, description, name: registry.name, version: registry.version, tagline: registry.description },
    ...{ organization: provider.organization, website: provider.url, skills: card.skills },
    queries: Object(entry).representativeQueries,
  };
  const body = withoutLastLine(withoutTitle(home.source.body), 'Held today: ');
  return writeDocument(fields, body);
}

function jsonAt(tree: Tree, path: string): Record<string, unknown> {
  const page = tree.pages.get(path);
  try {
    return Object(page ? JSON.parse(textOf(page)) : {});
  } catch {
    return {}; // The check of schemas reports it.
  }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The source `families.md`. A family without patterns gets a name that nothing else shows. */
export function familiesSource({ documents }: CheckInput): string | undefined {
  const index = documents.get('/patterns/index.md');
  if (!index) return undefined;
  const [, ...sections] = `\n\n${withoutTitle(index.source.body)}`.split('\n\n## ');
  const families = sections.map((section, at) => {
    const [name = '', description = '', lines = ''] = section.split('\n\n');
    const [, member] = /\]\((\/patterns\/[a-z0-9-]+\.md)\)/.exec(lines) ?? [];
    const slug = documents.get(member ?? '')?.source.value.family ?? `family-${at + 1}`;
    return { slug, name: unescaped(name), description: unescaped(description) };
  });
  return writeDocument({ title: 'Families', description: 'From the index of patterns.', families }, '');
}
