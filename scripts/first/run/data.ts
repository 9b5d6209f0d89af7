/** A team of the catalog as a run takes it. */
import type { Team } from '../../../build/export/team.ts';
import type { Team as Data } from './team.ts';

/**
 * The roles that may end a run: those that write what it delivers, and the one that begins it where work comes back to it. Of several
 * who act in a role at once, none knows whether the others are done. Where a document names no outputs, whoever passes nothing on may
 * end the run too.
 */
function stoppingRoles({ roles, edges, outputs, entry_role }: Team): string[] {
  const isBack = (id: string) => id === entry_role && edges.some(({ to }) => to === id);
  const isLast = (id: string) => outputs.length === 0 && !edges.some(({ from }) => from === id);
  const delivers = (writes: readonly string[]) => outputs.some(({ artifact }) => writes.includes(artifact));
  const able = roles.filter(({ id, writes }) => delivers(writes) || isBack(id) || isLast(id));
  const single = able.filter(({ count }) => count === undefined);
  const found = single.length > 0 ? single : able.length > 0 ? able : roles;
  return found.map(({ id }) => id);
}

/** Returns what a run knows of a team. */
export function dataOf(team: Team): Data {
  const { budget, calls } = team;
  const stopping = stoppingRoles(team);
  return {
    name: team.name,
    goal: team.goal,
    flow: team.flow,
    entry: team.entry_role,
    roles: team.roles.map(({ id, performer, model_tier, count, tools, reads, writes, prompt }) => {
      const most = count?.max === undefined ? {} : { most: count.max };
      const stops = stopping.includes(id);
      return { id, performer, tier: model_tier, ...most, tools, reads, writes, stops, prompt };
    }),
    edges: team.edges.map(({ from, to, kind, when, loop }) => ({
      ...{ from, to, kind },
      ...(when !== undefined && { when }),
      ...(loop && { loop }),
    })),
    loops: team.loops.map(({ id, max_rounds, until }) => ({ id, most: max_rounds, until })),
    forms: team.artifacts.flatMap(({ id, description, headings, json_schema }): Data['forms'] => {
      const form = json_schema ? { schema: JSON.stringify(json_schema) } : headings ? { headings } : {};
      return description === undefined && Object.keys(form).length === 0
        ? []
        : [{ work: id, says: description ?? '', ...form }];
    }),
    outputs: team.outputs.map(({ artifact }) => artifact),
    stops: team.stop_conditions,
    bounds: {
      agents: budget.max_agents,
      ...(budget.max_rounds !== undefined && { rounds: budget.max_rounds }),
      ...(calls !== undefined && { calls }),
      inputTokens: budget.input_tokens,
      outputTokens: budget.output_tokens,
      milliseconds: budget.elapsed_milliseconds,
    },
  };
}
