/** A target: a runtime for which teams are written as files. */
import type { ExportTarget, Loss } from '#document/kind/export.ts';
import type { Edge } from '#document/kind/topology.ts';
import { edgeName, type Team, type TeamArtifact, type TeamRole } from '../program/team.ts';
import type { ExportFile } from '../program/write.ts';
import type { Tools } from './tool.ts';

/** The loss of one part of a team; undefined if the target enforces the part. */
export type Lost = Omit<Loss, 'subject'> | undefined;

/** The rules of a target, which return the losses of each part of a team. A part without a loss is enforced. */
export interface Rules {
  role(role: TeamRole, team: Team, tools: Tools): Lost[];
  edge(edge: Edge, team: Team): Lost;
  artifact(artifact: TeamArtifact, team: Team): Lost;
  budget(field: string, team: Team): Lost;
  stop(condition: string, team: Team): Lost;
  loop(loop: Team['loops'][number], team: Team): Lost;
}

export interface Target<Id extends ExportTarget = ExportTarget> {
  id: Id;
  /** The name of the target for readers. */
  name: string;
  /** The version of the runtime or format for which the files are made. */
  version: string;
  /** The sentences for readers on what the target enforces of a team by itself, and what it does not. */
  express: string;
  /** Writes Markdown that says how to use the files once they are in place. */
  use(team: Pick<Team, 'name'>): string;
  rules: Rules;
  files(team: Team, tools: Tools): ExportFile[];
}

/** Returns all losses of a team under the rules of a target, in the order of the document of the team. */
export function lossesOf(team: Team, { rules }: Pick<Target, 'rules'>, tools: Tools): Loss[] {
  const named = (subject: string, losses: readonly Lost[]): Loss[] =>
    losses.flatMap(loss => (loss ? [{ subject, ...loss }] : []));
  return [
    ...team.roles.flatMap(role => named(`role:${role.id}`, rules.role(role, team, tools))),
    ...team.edges.flatMap(edge => named(edgeName(edge), [rules.edge(edge, team)])),
    ...team.artifacts.flatMap(artifact => named(`artifact:${artifact.id}`, [rules.artifact(artifact, team)])),
    ...budgetFields(team).flatMap(field => named(`budget:${field}`, [rules.budget(field, team)])),
    ...team.stop_conditions.flatMap((stop, at) => named(`stop:${at + 1}`, [rules.stop(stop, team)])),
    ...team.loops.flatMap(loop => named(`loop:${loop.id}`, [rules.loop(loop, team)])),
  ];
}

/** Returns the fields of the bounds that a team states, with `calls` if it states them. */
const budgetFields = ({ budget, calls }: Team): string[] => [
  ...Object.keys(budget),
  ...(calls === undefined ? [] : ['calls']),
];
