/**
 * Checks that each team is compared with one agent that may spend as much; otherwise the comparison would favour the team.
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

/** Returns a fault for each team without a fair control. */
export function checkControls({ starters, formations, failed }: Catalog): SourceFault[] {
  const newest = new Map(offered(starters).map(([first]) => [first!.more.name, first!]));
  const teams = [...newest.values(), ...offered(formations).map(([first]) => first!)];
  return teams.flatMap(team => {
    const name = team.more.control;
    if (name === undefined) return missing(team, newest);
    const control = newest.get(name);
    if (control) return unfair(team, control);
    // A control that has mistakes is still known.
    if ([...failed].some(file => file.startsWith(`starters/${name}/`))) return [];
    const help = `Name a starter that exists.${didYouMean(name, [...newest.keys()])}`;
    return [team.message(['control'], 'unknown-control', `Unknown starter \`${name}\`.`, help)];
  });
}

function missing({ more, facts, message }: VersionEntry, newest: ReadonlyMap<string, VersionEntry>) {
  if (more.published || facts.kind !== 'starter' || more.budget.max_agents <= 1) return [];
  const solo = [...newest.keys()].filter(each => newest.get(each)!.more.budget.max_agents === 1);
  const said = 'A starter of several agents must name the one agent to compare it with.';
  const help = `Add \`control:\` with a starter of one agent that may spend as much: ${solo.join(', ')}.`;
  return [message(['budget', 'max_agents'], 'no-control', said, help)];
}

const spent = ['input_tokens', 'output_tokens', 'elapsed_milliseconds'] as const;

function unfair({ more, facts, message }: VersionEntry, control: VersionEntry): SourceFault[] {
  const { name, budget } = control.more;
  if (budget.max_agents > 1) {
    const said = `The control \`${name}\` may have ${budget.max_agents} agents, but a control is one agent.`;
    return [message(['control'], 'control-is-team', said, 'Name a starter with `max_agents: 1`.')];
  }
  return spent
    .filter(field => budget[field] < more.budget[field])
    .map(field => {
      const [own, needed] = [budget[field], more.budget[field]].map(amount => amount.toLocaleString('en'));
      const said = `The control \`${name}\` has \`${field}\` ${own}, but this ${facts.kind} has ${needed}.`;
      const help = `Publish a version of \`${name}\` with at least as much, because an unequal budget would decide the comparison.`;
      return message(['control'], 'unequal-control', said, help);
    });
}
