/**
 * Controls: a team is compared with one agent that may spend as much, or the comparison favours the team.
 *
 * - `control: solo-coder` without a starter of that name is refused, and so is a control of several agents
 * - a draft of a starter of several agents without a control is refused
 * - a control whose newest version has fewer input tokens, output tokens or less time than the team is refused
 *
 * Only the newest version of a team is checked: older ones cannot change, and no page recommends them.
 */
import { didYouMean } from '#document/text/suggestion.ts';
import type { Catalog, VersionEntry } from '../source/catalog.ts';
import type { SourceFault } from '../source/source-fault.ts';
import { offered } from '../source/version-order.ts';

export function checkControls(catalog: Catalog): SourceFault[] {
  const newest = new Map(offered(catalog.starters).map(([first]) => [first!.more.name, first!]));
  const teams = [...newest.values(), ...offered(catalog.formations).map(([first]) => first!)];
  return teams.flatMap(team => controlMessages(team, newest, catalog.failed));
}

function controlMessages(
  starter: VersionEntry,
  newest: ReadonlyMap<string, VersionEntry>,
  failed: ReadonlySet<string>,
): SourceFault[] {
  const { control: name } = starter.more;
  if (name === undefined) {
    const { published, budget } = starter.more;
    if (published || starter.facts.kind !== 'starter' || budget.max_agents <= 1) return [];
    const message = 'A starter of several agents names the one agent to compare it with.';
    const solo = [...newest.keys()].filter(each => newest.get(each)!.more.budget.max_agents === 1);
    const help = `Add \`control:\` with a starter of one agent that may spend as much: ${solo.join(', ')}.`;
    return [starter.message(['budget', 'max_agents'], 'no-control', message, help)];
  }
  const control = newest.get(name);
  if (control) return unfair(starter, control);
  // A control that has mistakes is still known.
  if ([...failed].some(file => file.startsWith(`starters/${name}/`))) return [];
  const help = `Name a starter that exists.${didYouMean(name, [...newest.keys()])}`;
  return [starter.message(['control'], 'unknown-control', `Unknown starter \`${name}\`.`, help)];
}

const spent = ['input_tokens', 'output_tokens', 'elapsed_milliseconds'] as const;

function unfair(starter: VersionEntry, control: VersionEntry): SourceFault[] {
  const { name, budget } = control.more;
  if (budget.max_agents > 1) {
    const message = `The control \`${name}\` may have ${budget.max_agents} agents.`;
    return [starter.message(['control'], 'control-is-team', message, 'Name a starter with `max_agents: 1`.')];
  }
  return spent
    .filter(field => budget[field] < starter.more.budget[field])
    .map(field => {
      const amounts = [budget[field], starter.more.budget[field]].map(amount => amount.toLocaleString('en'));
      const message = `The control \`${name}\` has \`${field}\` ${amounts[0]}, and this ${starter.facts.kind} has ${amounts[1]}.`;
      const help = `Publish a version of \`${name}\` with at least as much: an unequal budget decides the comparison.`;
      return starter.message(['control'], 'unequal-control', message, help);
    });
}
