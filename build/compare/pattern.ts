/** A pattern in a comparison. */
import { citationNames } from '#build/reading/citation.ts';
import type { Catalog, SourceEntry } from '../source/catalog.ts';
import type { PatternFacts } from '../source/facts.ts';
import { plural } from '../text/plain-text.ts';
import { type Cells, link, sentences } from './cell.ts';
import { balanceOf, heldOf } from './evidence.ts';

export function patternCells(source: SourceEntry<PatternFacts>, catalog: Catalog): Cells {
  const { more } = source;
  const { slug, intent, use_when, avoid_when, pitfalls, verification_checks, changed = [] } = more;
  const held = heldOf(catalog).byPattern.get(slug) ?? [];
  const findings = link('findings', `/patterns/${slug}/findings.md`);
  const last = changed
    .map(({ on }) => on)
    .sort()
    .at(-1);
  return {
    For: sentences([intent]),
    'Begin with it when': sentences(use_when),
    'Not when': sentences(avoid_when),
    Roles: rolesOf(more),
    Cost: costOf(source),
    'How it fails': sentences(pitfalls),
    'How to check it': sentences(verification_checks),
    Evidence: `${balanceOf(held)} (${findings}).`,
    Status: `In the catalog${last === undefined ? '' : `, changed on ${last}`}.`,
    Cite: citeLinks(source.path!),
  };
}

/** The formula of its calls and an example, which stands in a section of its own. */
function costOf(source: SourceEntry<PatternFacts>): string | undefined {
  const section = source.page()?.split('\n## What it costs\n\n')[1];
  return section?.split('\n\n')[0]?.replaceAll('\n', ' ');
}

interface Organised {
  roles: readonly { id: string }[];
  loops?: readonly { id: string; max_rounds?: number | undefined }[] | undefined;
}

/** `2: producer, verifier; loop correction, at most 2 rounds`. */
export function rolesOf({ roles, loops = [] }: Organised): string {
  const rounds = loops.map(({ id, max_rounds }) =>
    max_rounds === undefined ? `; loop ${id}` : `; loop ${id}, at most ${plural(max_rounds, 'round')}`,
  );
  return `${roles.length}: ${roles.map(({ id }) => id).join(', ')}${rounds.join('')}`;
}

/** The citations of a page. */
export const citeLinks = (path: string): string =>
  Object.entries(citationNames)
    .map(([extension, name]) => link(name, path.replace(/md$/, extension)))
    .join(', ');
