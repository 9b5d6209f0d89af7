/** A team in a comparison: the newest version that is offered. */
import { artifactPath } from '#build/proof/document/page.ts';
import { sha256Hex } from '#build/text/digest.ts';
import { escapeMarkdown } from '#build/text/plain-text.ts';
import { moneyOf, spendOf } from '../compose/cost.ts';
import { targets } from '../export/index.ts';
import { lossesOf } from '../export/target.ts';
import { readTeam } from '../export/team.ts';
import { newestStarters, taskPlace } from '../page/domain-lists.ts';
import type { Catalog, VersionEntry } from '../source/catalog.ts';
import { oncePer } from '../text/once-per.ts';
import { type Cells, link, sentences } from './cell.ts';
import { heldOf, sidesOf } from './evidence.ts';
import { citeLinks, rolesOf } from './pattern.ts';

/** The cells of a version, and those of them that are known before its document is read. */
export function versionCells(version: VersionEntry, catalog: Catalog): { known: Cells; cells: () => Cells } {
  const { more, path, status, digest } = version;
  const published = catalog.publications.get(path)?.published_at.slice(0, 'YYYY-MM-DD'.length);
  const since = published === undefined ? '' : `, published on ${published}`;
  const known: Cells = {
    For: sentences([more.goal]),
    'Begin with it when': tasksOf(more.task_classes, catalog),
    Roles: rolesOf(more),
    Cost: `At most ${spendOf(version)}: ${moneyOf(version)} at ${link('example prices', '/starters/index.md')}.${besideControl(version, catalog)}`,
    'How it fails': sentences([`Not worth its cost if: ${more.falsified_if}`]),
    Evidence: evidenceOf(version, catalog),
    Status: `${more.version}, ${status}${since}; ${link(`sha256:${digest.slice(0, 16)}…`, artifactPath(digest))}`,
    Cite: citeLinks(path),
  };
  const cells = (): Cells => {
    const team = readTeam(version.page()!, path);
    const lost = targets.map(target => `${target.name} ${lossesOf(team, target, catalog.tools).length}`);
    return {
      ...known,
      'How to check it': sentences(team.checks),
      Losses: `Parts that a runtime does not enforce: ${escapeMarkdown(lost.join(', '))}.`,
    };
  };
  return { known, cells };
}

/** The first tasks, and how many more. */
function tasksOf(classes: readonly string[], catalog: Catalog): string {
  const shown = classes.slice(0, maxTasks).map(name => link(name, taskPlace(name, catalog)));
  const more = classes.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** So many tasks does a cell name. */
const maxTasks = 4;

/** What losses are made from beside the version. */
export const lossInputs = oncePer(({ tools }: Catalog): string => sha256Hex(JSON.stringify([...tools])));

/** How the budget of a team compares with that of its control. */
function besideControl({ more }: VersionEntry, catalog: Catalog): string {
  const control = more.control === undefined ? undefined : newestStarters(catalog).get(more.control);
  if (!control) return '';
  const sum = ({ budget }: VersionEntry['more']) => budget.input_tokens + budget.output_tokens;
  const times = (sum(more) / sum(control.more)).toPrecision(2);
  return ` That is ${Number(times)} times the budget of its control, ${link(control.more.name, control.path)}.`;
}

/** Findings are about patterns: those of the version stand for it. */
function evidenceOf({ more }: VersionEntry, catalog: Catalog): string {
  const { byPattern } = heldOf(catalog);
  const lines = more.patterns.map(
    slug => `${link(slug, `/patterns/${slug}/findings.md`)} ${sidesOf(byPattern.get(slug) ?? [])}`,
  );
  return `On its patterns: ${lines.join('; ')}.`;
}
