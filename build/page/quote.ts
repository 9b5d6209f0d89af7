/** `/tasks/{task_class}/quote.md`: what each declared task class costs with one agent and with a team. */
import type { Kind } from '#build/kind/kind.ts';
import { type Candidate, quote as quoteKind } from '#build/kind/quote.ts';
import { type QuoteBase, quoteOf, quotePath } from '#build/quote/document.ts';
import { oncePer } from '#build/text/once-per.ts';
import { composedPage, type Page, type Setting } from '../compose/page.ts';
import { targets } from '../export/index.ts';
import type { Target } from '../export/target.ts';
import { readTeam, type Team, teamName } from '../export/team.ts';
import type { Catalog, VersionEntry } from '../source/catalog.ts';
import { choices, type Given, tasksOf } from './task.ts';

/** So many teams may `starter` name. */
const maxTeams = 40;

export const quotePages = (catalog: Catalog, setting: Setting): Page[] =>
  tasksOf(catalog).map(given => quotePage(given, setting));

function quotePage(given: Given, setting: Setting): Page {
  const taskClass = `${given.domain.more.domain}.${given.task.name}`;
  const { control, teams } = candidatesOf(given, taskClass);
  const made = () => quoteOf(baseOf(given, taskClass), {}, setting.isStatic);
  return composedPage({
    kind: quoteKind as unknown as Kind,
    path: quotePath(taskClass),
    title: `Price of ${taskClass}`,
    description: `What ${taskClass} costs with one agent and with a team, and where each number is from.`,
    fields: () => made().fields,
    body: () => made().body,
    inputs: [
      ...[control, ...teams].map(version => version?.digest ?? ''),
      ...[
        JSON.stringify(given.task.token_multiple ?? {}),
        String(setting.isStatic),
        targets.map(({ id }) => id).join(),
      ],
    ],
    setting,
  });
}

/** The one agent, and the teams made for the task: first that with which it begins. */
function candidatesOf(given: Given, taskClass: string) {
  const { starter, teams, control } = choices(given, taskClass);
  const isTeam = ({ more }: VersionEntry) => more.budget.max_agents > 1;
  const first = starter && isTeam(starter) ? [starter] : [];
  const all = [...new Set([...first, ...teams])].slice(0, maxTeams);
  const alone = starter && !isTeam(starter) ? starter : undefined;
  return { control: control ?? alone, teams: all };
}

function baseOf(given: Given, taskClass: string): QuoteBase {
  const { control, teams } = candidatesOf(given, taskClass);
  const { token_multiple } = given.task;
  return {
    task_class: taskClass,
    token_multiple,
    control: control && candidateOf(control),
    teams: teams.map(candidateOf),
  };
}

function candidateOf(version: VersionEntry): Candidate {
  const { max_agents, input_tokens, output_tokens } = version.more.budget;
  const of = { name: teamName(version.more), path: version.path };
  return { ...of, max_agents, input_tokens, output_tokens, enforced_by: enforcersOf(version) };
}

/** The targets whose exports stop a run at the tokens of its budget. */
const enforcersOf = oncePer((version: VersionEntry): string[] => {
  const team = readTeam(version.page()!, version.path);
  return targets.filter(target => stops(target, team)).map(({ id }) => id);
});

const stops = ({ rules }: Target, team: Team): boolean =>
  (['input_tokens', 'output_tokens'] as const).every(field => rules.budget(field, team) === undefined);
