/** What a run needs from whoever starts it: models, and where the roles reach more than files and the web, what they reach. */

import type { Answer, Role, Team, Turn, Watched } from './team.ts';
import { type Connection, type Reach, unconnected } from './tools.ts';

export interface Options<Tool> extends Reach {
  /** The works that no role writes, by name. */
  given?: Record<string, string>;
  /** The models by tier; otherwise MODEL_SMALL, MODEL_MEDIUM and MODEL_LARGE of the environment, or MODEL for all. */
  models?: Partial<Record<string, string>>;
  /** What each tool is that a role names, in place of its usual meaning. A role gets its own tools and no others. */
  tools?: Record<string, Tool[]>;
  /**
   * The code of each role that is a program. Without it, a model of the strongest tier carries its section out with the verbs of
   * programs. A person is asked on the terminal, unless it is here too.
   */
  performers?: Record<string, (turn: Turn) => Promise<Answer>>;
  /** What answers requests to a tool that reaches a system of yours. */
  connections?: Record<string, Connection>;
  /** Is told of each turn that ended, so that a run can be traced. */
  watch?: (turn: Watched) => void;
  /** Is told before the run what it goes without. */
  say?: (line: string) => void;
}

const tiers = ['small', 'medium', 'large'] as const;

/** The tier of the model that performs a role: for a program the strongest of the team. */
export function tierOf({ roles }: Team, { tier }: Role): string {
  if (tier !== 'none') return tier;
  return tiers.findLast(each => roles.some(role => role.tier === each)) ?? 'large';
}

/**
 * Says what a run goes without.
 * @param hosted the tools that the framework itself brings
 * @throws when a model is missing: before anything is spent
 */
export function requireAll<Tool>(team: Team, options: Options<Tool>, hosted: readonly string[] = []): void {
  const played = team.roles.filter(
    ({ id, performer }) => performer !== 'person' && !options.performers?.[id],
  );
  const missing = new Set(played.map(role => tierOf(team, role)).filter(tier => !modelOf(tier, options)));
  if (missing.size > 0) {
    const lines = [...missing].map(
      tier => `models["${tier}"], or MODEL_${tier.toUpperCase()} or MODEL in the environment`,
    );
    throw new Error(`${team.name} needs:\n${lines.join('\n')}`);
  }
  for (const { id } of played.filter(({ performer }) => performer === 'program'))
    options.say?.(
      `${id} is a program: a model carries out its section. Pass its code with --program ${id}=FILE.`,
    );
  for (const tool of unconnected(played, [...hosted, ...Object.keys(options.tools ?? {})], options))
    options.say?.(
      `${tool} reaches nothing yet: a role that needs it is told so. Connect it with --tool ${tool}=FILE.`,
    );
}

export const modelOf = <Tool>(tier: string, { models }: Options<Tool>): string =>
  models?.[tier] ?? process.env[`MODEL_${tier.toUpperCase()}`] ?? process.env.MODEL ?? '';
