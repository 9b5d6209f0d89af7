/** The claims about coding hosts, and what is known of each by measurement or documentation, as Markdown for readers. */

import { plural } from '../../document/text/plain-text.ts';
import { type ClaimId, claims, type HostId } from '../runtime/claim.ts';
import { type Known, knownOf } from './known.ts';

/**
 * Writes a table of all claims with a column for each host, and how each host was measured.
 * @param hosts the ids and names of the hosts
 */
export function knownTable(hosts: readonly { id: HostId; name: string }[]): string {
  const known = hosts.map(({ id, name }) => ({ name, all: knownOf(id) }));
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = Object.entries(claims).map(([claim, { says }]) =>
    row([says, ...known.map(({ all }) => cell(all.find(each => each.claim === (claim as ClaimId))))]),
  );
  return [
    [row(['claim', ...known.map(({ name }) => name)]), row(['---', ...known.map(() => '---')]), ...rows].join(
      '\n',
    ),
    known.map(({ name, all }) => `- ${name}: ${sourcesOf(all)}`).join('\n'),
  ].join('\n\n');
}

function cell(known: Known | undefined): string {
  if (!known) return 'not claimed';
  const outcome = known.holds ? 'yes' : 'no';
  return known.measured.length === 0 ? `${outcome} (documented)` : outcome;
}

function sourcesOf(all: readonly Known[]): string {
  const runs = new Map(all.flatMap(({ measured }) => measured.map(run => [run.version, run])));
  const measured = [...runs.values()].map(
    ({ version, measured_on, platform, teams }) =>
      `${version} on ${measured_on}, ${platform}, ${plural(teams, 'team')}`,
  );
  const documented = new Map(
    all.flatMap(({ documented: of }) => (of ? [[of.source, `[${of.version}](${of.source})`]] : [])),
  );
  return [
    ...(measured.length > 0 ? [`measured in ${measured.join('; ')}`] : ['not measured']),
    ...(documented.size > 0 ? [`documented for ${[...documented.values()].join(', ')}`] : []),
  ].join('; ');
}
