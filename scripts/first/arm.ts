/** The organisations that are compared: one agent and two teams of the catalog, as the service publishes them. */
import { digestField, sha256Hex } from '#build/text/digest.ts';
import { readDocument, writeDocument } from '#build/text/front-matter.ts';
import { readTeam, type Team } from '../../build/export/team.ts';
import { messageOf } from '../runner/client.ts';
import { type Service, send } from './service.ts';

export interface Arm {
  name: string;
  lock: string;
  team: Team;
}

const index = { starter: '/starters/index.md', formation: '/formations/index.md' };

/** Where the newest version of each is found. The first is the control. */
const sources = [
  { name: 'solo-coder', path: '/starters/solo-coder/', list: index.starter },
  { name: 'localise-repair-validate', path: '/starters/localise-repair-validate/', list: index.starter },
  { name: 'repair-crew', path: '/formations/catalog/repair-crew/', list: index.formation },
] as const;

/** The version of a tool is that of this program, since it is what stands for all of them. */
const toolVersion = '1.0.0';

/**
 * Registers the locks of the three. The control is the single agent with the budget of the larger team: one that may spend less would
 * be no fair control (docs/evaluations.md#3).
 * @param model the exact pin that all roles share
 */
export async function registerArms(service: Service, model: string): Promise<Arm[]> {
  const texts = await Promise.all(sources.map(source => newest(service, source)));
  const [solo, ...teams] = texts as [string, string, string];
  const control = fairControl(solo, teams);
  const { client } = service.connection;
  await send(client, 'formations', control);
  const arms: Arm[] = [];
  for (const [at, text] of [control, ...teams].entries()) {
    const { name } = sources[at]!;
    const { digest: lock } = await send(
      client,
      'execution-locks',
      lockText(name, digestField(sha256Hex(text)), text, model),
    );
    arms.push({ name, lock: String(lock), team: readTeam(text, name) });
  }
  return arms;
}

async function newest({ page: read }: Service, { path, list }: (typeof sources)[number]): Promise<string> {
  const page = await read(list);
  const versions = [...page.matchAll(new RegExp(`${path}(\\d+)\\.(\\d+)\\.(\\d+)\\.md`, 'g'))];
  const rank = (match: RegExpMatchArray) =>
    match.slice(1).reduce((sum, part) => 1000 * sum + Number(part), 0);
  const [found] = versions.sort((a, b) => rank(b) - rank(a));
  if (found === undefined)
    throw new Error(`${list} lists no version of ${path}. This catalog has not these teams.`);
  return read(found[0]);
}

type Fields = Record<string, unknown>;
const spent = ['input_tokens', 'output_tokens', 'elapsed_milliseconds'];

function fieldsOf(text: string): { value: Fields; body: string } {
  const parsed = readDocument(text);
  if (!parsed.ok) throw new Error('A page of the catalog cannot be read.');
  return parsed.document;
}

/** The single agent as a private candidate that may spend as much as any of the teams, with the tools of all of them. */
function fairControl(solo: string, teams: readonly string[]): string {
  const { value, body } = fieldsOf(solo);
  const budgets = [value, ...teams.map(team => fieldsOf(team).value)].map(
    each => each.budget as Record<string, number>,
  );
  const most = Object.fromEntries(
    spent.map(field => [field, Math.max(...budgets.map(each => each[field] ?? 0))]),
  );
  const { visibility: _, path: __, calls: ___, name, version, ...rest } = value;
  return writeDocument(
    {
      ...rest,
      ...{
        schema: 'formation.formation/v0.1',
        kind: 'formation',
        name,
        publisher: 'first-evaluation',
        version,
      },
      budget: { ...budgets[0], ...most },
      roles: (value.roles as Fields[]).map(role => ({ ...role, tools: toolsOf([solo, ...teams]) })),
    },
    instructionsIn(body),
  );
}

/** Every tool that a role of these has, once. */
const toolsOf = (texts: readonly string[]): string[] => {
  const roles = texts.flatMap(text => fieldsOf(text).value.roles as { tools: string[] }[]);
  return [...new Set(roles.flatMap(({ tools }) => tools))].sort();
};

/** A candidate has the instructions of its roles, and nothing else. */
const instructionsIn = (body: string): string => body.slice(body.indexOf('## Instructions'));

function lockText(name: string, formation: string, text: string, model: string): string {
  const roles = fieldsOf(text).value.roles as { id: string; model_tier: string; tools: string[] }[];
  return messageOf('execution_lock', {
    title: `${name} with ${model}`.slice(0, 120),
    description: 'A lock of the first evaluation.',
    formation,
    roles: roles.map(({ id, model_tier, tools }) => ({
      id,
      ...(model_tier !== 'none' && { model_id: model }),
      ...(tools.length > 0 && { tools: tools.map(tool => ({ name: tool, version: toolVersion })) }),
    })),
  });
}
