/** A team as a program of LangGraph: a graph whose nodes are the roles of the team and whose edges are its edges. */

import { operationCode } from './code.ts';
import { itemsOf } from './flow.ts';
import { inputsOf } from './form.ts';
import * as text from './langgraph-text.ts';
import { hasWritten, operationCall } from './operation.ts';
import { checkLines, codeUsed, commandLines, formLines, headLines, roleLines, type Use } from './part.ts';
import { planOf, type Taken, takenEdges, turnsOf } from './plan.ts';
import { countActs, dealtTo, leadsTo, questionsOf, type Step } from './step.ts';
import type { Team, TeamRole } from './team.ts';
import { edgeKey, keyText, listOf, literal, quote } from './text.ts';
import type { ExportFile } from './write.ts';

/** Returns the file of the program that runs a team with LangGraph. */
export const langgraphFiles = (team: Team): ExportFile[] => [
  { path: `langgraph/${team.name}.ts`, text: `${programLines(graphOf(team)).join('\n')}\n` },
];

/** A team as a graph, from which its program is written. */
interface Graph {
  team: Team;
  edges: Taken[];
  /** For each role that acts on an item: the roles among which the item keeps its own works. */
  regions: ReadonlyMap<string, readonly string[]>;
  /** The ids of the roles in which several instances act. */
  several: string[];
  uses: text.Uses;
}

function graphOf(team: Team): Graph {
  const graph = {
    team,
    edges: takenEdges(team),
    regions: regionsIn(planOf(team)),
    several: team.roles.filter(({ count }) => count).map(({ id }) => id),
  };
  const uses = {
    several: graph.several.length > 0,
    routes: team.roles.some(({ id }) => isRouter(graph, id)),
    stays: graph.edges.some(edge => isInside(graph, edge)),
    asks: team.roles.some(({ performer }) => performer === 'person'),
  };
  return { ...graph, uses };
}

/** Returns, for each role that acts on an item, the roles among which the item stays. */
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

const isInside = ({ regions }: Pick<Graph, 'regions'>, { from, to }: Pick<Taken, 'from' | 'to'>): boolean =>
  regions.get(from)?.includes(to) ?? false;

/**
 * Tells whether a role decides who acts next, or passes on an item. Such a role names the next node itself,
 * and the graph has no edges from its node.
 */
const isRouter = (graph: Pick<Graph, 'edges' | 'regions'>, id: string): boolean =>
  graph.edges.some(edge => edge.from === id && (edge.isDecided || isInside(graph, edge)));

/** Returns the node at which a role begins: `each-{id}` if several instances act in it, else its id. */
const entryOf = ({ several }: Graph, id: string): string => (several.includes(id) ? `each-${id}` : id);

function programLines(graph: Graph): string[] {
  const { team, uses } = graph;
  const wiring = graphLines(graph);
  const steps = Math.min(25 + 3 * countActs(planOf(team)), 10_000);
  const limits = `recursionLimit: ${steps}, maxConcurrency: ${team.budget.max_agents}`;
  const checks = checkLines(team, useOf(team), 'inputs', [
    "...(model ? [] : ['MODEL is missing, such as MODEL=openai:gpt-5']),",
  ]);
  return [
    ...commandLines(team, useOf(team)),
    text.startText(uses),
    ...dataLines(graph),
    '',
    text.stateText(team.name, uses),
    text.nodesText(2 * (turnsOf(team) ?? 10) + 2, uses),
    ...codeUsed(operationCode, wiring).flatMap(code => [code, '']),
    ...wiring,
    '',
    text.mainText(['let works: Works = {};', ...checks], limits, uses),
  ];
}

const useOf = ({ name }: Team): Use => ({
  file: `langgraph/${name}.ts`,
  install: '@langchain/langgraph@1 langchain@1 @langchain/openai@1 zod@4 tsx',
  variables: 'MODEL=openai:gpt-5',
  tools: 'langchain',
  after:
    'With --sqlite FILE (npm install @langchain/langgraph-checkpoint-sqlite), a run resumes where it ended.',
});

/** Writes the inputs, bounds, forms and texts of a team as data of the program. */
function dataLines({ team, several }: Graph): string[] {
  const { input_tokens, output_tokens, elapsed_milliseconds } = team.budget;
  const lists = new Set(team.roles.filter(({ id }) => several.includes(id)).flatMap(({ writes }) => writes));
  return [
    ...headLines(team),
    `const inputs: string[] = ${listOf(inputsOf(team))};`,
    `const most = { tokens: ${input_tokens + output_tokens}, milliseconds: ${elapsed_milliseconds} };`,
    ...formLines(team),
    ...roleLines(team),
    ...(several.length > 0
      ? [
          '// The outputs that are lists because several agents write them.',
          `const lists: string[] = ${listOf([...lists])};`,
        ]
      : []),
  ];
}

/**
 * Returns an edge from a router as data of the program. `otherwise` marks an edge that is taken only if none of the decided edges
 * is taken that lead back to the router or on to the same role.
 */
function nextOf(graph: Graph, { from, to, isDecided, most }: Taken, says: string | undefined): object {
  const { edges } = graph;
  const others = edges.filter(edge => edge.from === from && edge.isDecided && edge.to !== to);
  const isOther = others.some(edge => leadsTo(edges, edge.to, from) || leadsTo(edges, edge.to, to));
  const stays = isInside(graph, { from, to });
  return {
    to: stays ? to : entryOf(graph, to),
    ...(isDecided && { asked: edgeKey({ from, to }), ...(says && { says }) }),
    ...(isDecided && most !== undefined && { most }),
    ...(!isDecided && isOther && { otherwise: true }),
    ...(stays && { stays: true }),
  };
}

/** Writes the nodes and edges of the graph. A role to which several edges lead waits for all of them. */
function graphLines(graph: Graph): string[] {
  const { team, edges } = graph;
  const nodes = team.roles.flatMap(role => {
    const { id, count } = role;
    const own = edges.filter(({ from }) => from === id);
    const ends = own.map(edge => (isInside(graph, edge) ? edge.to : entryOf(graph, edge.to)));
    const says = isRouter(graph, id) ? `, { ends: ${listOf([...new Set(ends)])} }` : '';
    const dealt = dealtTo(team, role);
    const isEntered = id === team.entry_role || edges.some(edge => edge.to === id && !isInside(graph, edge));
    const each =
      dealt.length > 0
        ? text.instancesText(quote(id), itemsOf(dealt, 'state.works', '...state.works, '))
        : text.copiesText(quote(id), Math.max(count?.min ?? 1, 1));
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

/** Writes the code of the node of a role. */
function nodeOf(graph: Graph, role: TeamRole): string {
  const { team, edges, uses } = graph;
  const { id, performer, reads, writes, prompt, interface: own } = role;
  const asked = edges.filter(({ from, isDecided }) => from === id && isDecided);
  const next = nextText(graph, id, performer === 'model' ? new Map(questionsOf(asked, team)) : undefined);
  const go = uses.several || uses.routes ? 'go(state, ' : 'go(';
  const into = keyText(writes[0] ?? 'result');
  if (own?.operation) {
    const call = operationCall(own.operation, role, 'state.works');
    if (asked.length === 0) return `state => ${go}{ ${into}: ${call} }${next})`;
    const flags = asked.map(edge => `, ${quote(edgeKey(edge))}: ${hasWritten('made')}`).join('');
    return `state => {\n    const made = ${call};\n    return ${go}{ ${into}: made${flags} }${next});\n  }`;
  }
  if (performer === 'person') {
    const shown = `${listOf(reads)}.map(work => \`# \${work}\\n\\n\${inWords(state.works[work] ?? '')}\`)`;
    const said = `interrupt([${quote(prompt)}, ...shown].join('\\n\\n'))`;
    const answer = writes.map(work => `${keyText(work)}: said`).join(', ');
    return `state => {\n    const shown = ${shown};\n    const said = ${said};\n    return ${go}{ ${answer} }${next});\n  }`;
  }
  if (performer === 'program') {
    const seen = reads.map(work => `${keyText(work)}: state.works[${quote(work)}]`).join(', ');
    return `async state => ${go}(await given.programs?.[${quote(id)}]?.({ ${seen} })) ?? {}${next})`;
  }
  return `role(${quote(id)}, ${listOf(reads)}, ${listOf(writes)}${next})`;
}

/** Writes the last argument of a node, which says which roles may act next; empty for a role that is no router. */
function nextText(graph: Graph, id: string, questions?: ReadonlyMap<string, string>): string {
  if (!isRouter(graph, id)) return '';
  const own = graph.edges.filter(({ from }) => from === id);
  const next = own.map(edge =>
    literal(nextOf(graph, edge, questions?.get(edgeKey(edge))), Infinity).join(''),
  );
  return next.length > 1 || questions?.size
    ? `, [\n${next.map(text => `    ${text},\n`).join('')}  ]`
    : `, [${next.join('')}]`;
}
