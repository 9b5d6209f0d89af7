/** A team as a program of LangGraph: a graph whose nodes are the roles and whose edges are those of the team. */

import { operationCode } from './code.ts';
import { inputsOf } from './form.ts';
import * as text from './langgraph-text.ts';
import { hasWritten, operationCall } from './operation.ts';
import {
  codeUsed,
  commandLines,
  formLines,
  headLines,
  helpOf,
  missingLines,
  noFile,
  readLines,
  roleLines,
  type Use,
} from './part.ts';
import { planOf, type Taken, takenEdges, turnsOf } from './plan.ts';
import { countActs, dealtTo, leadsTo, questionsOf, type Step } from './step.ts';
import type { Team, TeamRole } from './team.ts';
import { edgeKey, indented, keyText, listOf, literal, quote } from './text.ts';
import type { ExportFile } from './write.ts';

/** The program that runs a team with LangGraph. */
export const langgraphFiles = (team: Team): ExportFile[] => [
  { path: `langgraph/${team.name}.ts`, text: `${programLines(graphOf(team)).join('\n')}\n` },
];

/** A team as a graph, from which its program is written. */
interface Graph {
  team: Team;
  edges: Taken[];
  /** Works that an item keeps to itself along some roles, by role: those roles. */
  regions: ReadonlyMap<string, readonly string[]>;
  /** The roles in which several act. */
  several: string[];
}

const graphOf = (team: Team): Graph => ({
  team,
  edges: takenEdges(team),
  regions: regionsIn(planOf(team)),
  several: team.roles.filter(({ count }) => count).map(({ id }) => id),
});

/** The roles among which an item stays, by role. */
function regionsIn(steps: readonly Step[], region?: string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const step of steps) {
    if (step.kind === 'act') {
      if (region) found.set(step.role.id, region);
      region?.push(step.role.id);
    } else {
      const inner = step.kind === 'each' ? [] : region;
      for (const part of step.kind === 'together' ? step.branches : [step.steps])
        for (const [role, roles] of regionsIn(part, inner)) found.set(role, roles);
    }
  }
  return found;
}

const isInside = ({ regions }: Graph, { from, to }: Pick<Taken, 'from' | 'to'>): boolean =>
  regions.get(from)?.includes(to) ?? false;

/** Whether a role decides where the work goes, or passes an item on: then it says so itself, and has no edges of the graph. */
const isRouter = (graph: Graph, id: string): boolean =>
  graph.edges.some(edge => edge.from === id && (edge.isDecided || isInside(graph, edge)));

/** The node at which the work of a role begins. */
const entryOf = ({ several }: Graph, id: string): string => (several.includes(id) ? `each-${id}` : id);

function programLines(graph: Graph): string[] {
  const { team, several, edges } = graph;
  const isWaiting = team.roles.some(({ performer }) => performer === 'person');
  const routes = team.roles.some(({ id }) => isRouter(graph, id));
  const stays = edges.some(edge => isInside(graph, edge));
  const wiring = graphLines(graph);
  const operations = codeUsed(operationCode, wiring);
  const own = [...(isWaiting ? ['interrupt'] : []), 'MemorySaver', ...(several.length > 0 ? ['Send'] : [])];
  const handOn = routes
    ? text.route
        .replace('STAYS\n', stays ? `${text.stay}\n` : '')
        .replace('HANDED', stays ? text.handed.all : text.handed.own)
    : text.handOn;
  const use = useOf(team);
  return [
    ...commandLines(team, use),
    text.start.replace('MemorySaver', own.join(', ')),
    ...(routes ? [text.next] : []),
    '',
    ...dataLines(graph, routes, stays),
    '',
    text.state.replaceAll('TEAM', team.name),
    text.nodes
      .replace('TURNS', String(2 * (turnsOf(team) ?? 10) + 2))
      .replace('ROUTE', () => handOn)
      .replace('go(name: string', routes ? 'go(name: string' : 'go(_name: string'),
    ...(several.length > 0 ? [text.instances] : []),
    ...(isWaiting ? [text.person] : []),
    ...(team.roles.some(({ performer }) => performer === 'program') ? [text.program] : []),
    ...operations.flatMap(code => [code, '']),
    ...wiring,
    '',
    text.main
      .replace('NOFILE', () => noFile)
      .replace('READ', () => indented(readLines).join('\n'))
      .replace('HELP', () => helpOf(team, use))
      .replace('MISSING\n', [...missingLines(team, '    '), ''].join('\n'))
      .replace('STEPS', String(Math.min(25 + 3 * countActs(planOf(team)), 10_000)))
      .replace('AGENTS', String(team.budget.max_agents)),
  ];
}

const useOf = ({ name }: Team): Use => ({
  file: `langgraph/${name}.ts`,
  install: '@langchain/langgraph@1 langchain@1 @langchain/openai@1 zod@4 tsx',
  variables: 'MODEL=openai:gpt-5',
  tools: 'langchain',
  after:
    'With --sqlite FILE (npm install @langchain/langgraph-checkpoint-sqlite), a run goes on where it ended.',
});

/** The inputs, bounds, forms and texts of a team, and the edges of those who decide. */
function dataLines(graph: Graph, routes: boolean, stays: boolean): string[] {
  const { team, edges, regions, several } = graph;
  const { input_tokens, output_tokens, elapsed_milliseconds } = team.budget;
  const routers = team.roles.filter(({ id }) => isRouter(graph, id));
  const next = routers.map(({ id }) => [
    id,
    edges.filter(({ from }) => from === id).map(edge => nextOf(graph, edge)),
  ]);
  const hands = [...regions].map(([id, roles]) => [id, writtenIn(team, roles)]);
  return [
    ...headLines(team),
    `const inputs: string[] = ${listOf(inputsOf(team))};`,
    `const most = { tokens: ${input_tokens + output_tokens}, milliseconds: ${elapsed_milliseconds} };`,
    ...formLines(team),
    ...roleLines(team),
    '// The outputs that are lists because several agents write them.',
    `const lists: string[] = ${listOf(writtenIn(team, several))};`,
    ...(routes
      ? [
          '// The edges of the roles that decide where the work goes.',
          `const edges: Record<string, Next[]> = ${literal(Object.fromEntries(next)).join('\n')};`,
        ]
      : []),
    ...(stays
      ? [
          '// The outputs that a role of an item hands on.',
          `const hands: Record<string, string[]> = ${literal(Object.fromEntries(hands)).join('\n')};`,
        ]
      : []),
  ];
}

const writtenIn = (team: Team, ids: readonly string[]): string[] => [
  ...new Set(team.roles.filter(({ id }) => ids.includes(id)).flatMap(({ writes }) => writes)),
];

/** An edge of a role that decides. It is taken otherwise, where another edge leads back, or leads there too. */
function nextOf(graph: Graph, { from, to, isDecided, most }: Taken): object {
  const { edges } = graph;
  const others = edges.filter(edge => edge.from === from && edge.isDecided && edge.to !== to);
  const isOther = others.some(edge => leadsTo(edges, edge.to, from) || leadsTo(edges, edge.to, to));
  const stays = isInside(graph, { from, to });
  return {
    to: stays ? to : entryOf(graph, to),
    ...(isDecided && { asked: edgeKey({ from, to }) }),
    ...(isDecided && most !== undefined && { most }),
    ...(!isDecided && isOther && { otherwise: true }),
    ...(stays && { stays: true }),
  };
}

/** The nodes and edges. A role to which several lead waits for all of them. */
function graphLines(graph: Graph): string[] {
  const { team, edges } = graph;
  const nodes = team.roles.flatMap(role => {
    const { id, count } = role;
    const own = edges.filter(({ from }) => from === id);
    const ends = own.map(edge => (isInside(graph, edge) ? edge.to : entryOf(graph, edge.to)));
    const says = isRouter(graph, id) ? `, { ends: ${listOf([...new Set(ends)])} }` : '';
    const dealt = dealtTo(team, role);
    const isEntered = id === team.entry_role || edges.some(edge => edge.to === id && !isInside(graph, edge));
    const each = `instances(${quote(id)}, ${listOf(dealt)}${dealt.length > 0 ? '' : `, ${count?.min}`})`;
    return [
      ...(count && isEntered ? [`  .addNode('each-${id}', ${each}, { ends: ${listOf([id])} })`] : []),
      `  .addNode(${quote(id)}, ${nodeOf(graph, role)}${says})`,
    ];
  });
  const fixed = edges.filter(({ from }) => !isRouter(graph, from));
  const links = team.roles.flatMap(({ id }) => {
    const from = (isBack: boolean) =>
      fixed.filter(edge => edge.to === id && edge.isBack === isBack).map(each => each.from);
    const starts = from(false);
    const together = starts.length > 1 ? [listOf(starts)] : starts.map(quote);
    return [...together, ...from(true).map(quote)].map(
      each => `  .addEdge(${each}, ${quote(entryOf(graph, id))})`,
    );
  });
  return [
    'const graph = new StateGraph(State)',
    ...nodes,
    ...links,
    `  .addEdge(START, ${quote(entryOf(graph, team.entry_role))});`,
  ];
}

/** The node of a role. */
function nodeOf({ team, edges }: Graph, role: TeamRole): string {
  const { id, performer, reads, writes, prompt, interface: own } = role;
  const asked = edges.filter(({ from, isDecided }) => from === id && isDecided);
  const works = `${quote(id)}, ${listOf(reads)}`;
  if (own?.operation) {
    const call = operationCall(own.operation, role, 'own');
    const into = keyText(writes[0] ?? 'result');
    if (asked.length === 0) return `perform(${quote(id)}, own => ({ ${into}: ${call} }))`;
    const flags = asked.map(edge => `, ${quote(edgeKey(edge))}: ${hasWritten('made')}`).join('');
    return [
      `perform(${quote(id)}, own => {`,
      `    const made = ${call};`,
      `    return { ${into}: made${flags} };`,
      '  })',
    ].join('\n');
  }
  if (performer === 'person') return `ask(${works}, ${listOf(writes)}, ${quote(prompt)})`;
  if (performer === 'program') {
    const seen = reads.map(work => `${keyText(work)}: own[${quote(work)}]`).join(', ');
    return `perform(${quote(id)}, own => given.programs?.[${quote(id)}]?.({ ${seen} }))`;
  }
  const asks = questionsOf(asked, team).map(([key, says]) => `    ${quote(key)}: ${quote(says)},\n`);
  return `role(${works}, ${listOf(writes)}${asks.length > 0 ? `, {\n${asks.join('')}  }` : ''})`;
}
