/** The organisations that are compared: one agent and two teams of the catalog, as the service publishes them. */
import { digestField } from '#document/text/digest.ts';
import { readDocument, writeDocument } from '#document/text/front-matter.ts';
import { readTeam, type Team } from '../../build/page/program/team.ts';
import { messageOf } from '../runner/client.ts';
import { type Service, send } from './service.ts';

export interface Arm {
  lock: string;
  team: Team;
}

/** The paths of the organisations. The first is the control. */
const paths = [
  '/starters/solo-coder/1.2.0.md',
  '/starters/localise-repair-validate/1.2.0.md',
  '/formations/catalog/repair-crew/2.2.0.md',
];

/**
 * Registers the locks of the three teams. The control is the single agent with the budget of the larger team, because a smaller
 * budget would make the comparison unfair (docs/evaluations.md#3).
 * @param model the exact pin of all roles
 */
export async function registerArms({ connection: { client }, page }: Service, model: string): Promise<Arm[]> {
  const texts = paths.map(page);
  const control = fairControl(
    texts[0]!,
    texts.map(text => readTeam(text, '')),
  );
  const arms: Arm[] = [];
  for (const text of [control, ...texts.slice(1).map(own)]) {
    const team = readTeam(text, '');
    await send(client, 'formations', text);
    const { digest } = await send(client, 'execution-locks', lockText(team, model));
    arms.push({ lock: String(digest), team });
  }
  return arms;
}

/** Returns a version of the catalog as a private candidate with some fields changed. */
function candidate(page: string, change: (fields: Record<string, unknown>) => object): string {
  const parsed = readDocument(page);
  if (!parsed.ok) throw new Error('A page of the catalog cannot be read.');
  const { visibility: _, path: __, calls: ___, ...fields } = parsed.document.value;
  const { body } = parsed.document;
  const own = { schema: 'formation.formation/v0.1', kind: 'formation', publisher: 'first-evaluation' };
  // A candidate has the instructions of its roles, and nothing else.
  return writeDocument({ ...fields, ...own, ...change(fields) }, body.slice(body.indexOf('## Instructions')));
}

/** Returns a team as a private candidate with its fields unchanged. */
const own = (page: string): string => candidate(page, () => ({}));

/** Returns the single agent with the largest budget of any of the teams, and with the tools of all of them. */
function fairControl(solo: string, teams: readonly Team[]): string {
  const most = (field: 'input_tokens' | 'output_tokens' | 'elapsed_milliseconds') =>
    Math.max(...teams.map(({ budget }) => budget[field]));
  const tools = [...new Set(teams.flatMap(({ roles }) => roles.flatMap(role => role.tools)))].sort();
  return candidate(solo, ({ roles }) => ({
    budget: {
      max_agents: 1,
      input_tokens: most('input_tokens'),
      output_tokens: most('output_tokens'),
      elapsed_milliseconds: most('elapsed_milliseconds'),
    },
    roles: (roles as object[]).map(role => ({ ...role, tools })),
  }));
}

const lockText = ({ name, digest, roles }: Team, model: string): string =>
  messageOf('execution_lock', {
    title: `${name} with ${model}`.slice(0, 120),
    description: 'A lock of the first evaluation.',
    formation: digestField(digest),
    roles: roles.map(({ id, model_tier, tools }) => ({
      id,
      ...(model_tier !== 'none' && { model_id: model }),
      // The version of a tool is that of this program, since it is what stands for all of them.
      ...(tools.length > 0 && { tools: tools.map(tool => ({ name: tool, version: '1.0.0' })) }),
    })),
  });
