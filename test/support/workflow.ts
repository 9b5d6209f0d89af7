/**
 * A stand-in for the runtime of dynamic workflows, as Claude Code 2.1.330 has it and its page https://code.claude.com/docs/en/workflows
 * and its skill `workflow-authoring` describe it. What it does, and the campaign `runtimes` compares with the real one:
 *
 * - `export const meta` is the first statement, and plain data; the rest runs in a context of its own, with `await` and `return`, without
 *   modules, files, `Date.now()`, `Math.random()` and `new Date()`.
 * - `agent(prompt, {schema, agentType, label, phase, isolation})` starts an agent that the project has. Its answer must fit the schema;
 *   null is an agent that was skipped. Once `budget.spent()` has reached `budget.total`, it throws; so does the 1001st.
 * - `parallel(tasks)` begins all at once, waits for all, and makes null of one that throws.
 * - `args` is what the session passed. `budget` counts output tokens; without a target, `total` is null.
 * - Resumed, agents that are started with the same words in the same order answer what they did before.
 */
import { Script as Code, createContext } from 'node:vm';
import { Ajv } from 'ajv';

/** The result of the script of a team. */
export interface Result {
  ended: 'done' | 'bound' | 'fault' | 'waits' | 'not started';
  why?: string;
  works: Record<string, unknown>;
  agents: number;
  outputTokens: number;
}

interface AgentOptions {
  agentType: string;
  phase: string;
  label: string;
  schema: object;
  isolation?: string;
}

/** The answer of an agent, and its tokens. */
interface Said {
  answer: unknown;
  tokens: number;
}

interface Options {
  args: unknown;
  /** The names of the agents of the project. */
  agents: readonly string[];
  play(prompt: string, options: AgentOptions): Said | Promise<Said>;
  /** The tokens that the user allowed. */
  total?: number;
  /** The run that is resumed. */
  journal?: Journal;
}

/** The questions to agents, in the order in which they were started, with their answers. */
export type Journal = { key: string; answer: unknown }[];

interface Ran {
  meta: { name: string; phases: { title: string }[] };
  result: Result;
  journal: Journal;
  /** How many agents were started, and the most at once. */
  started: number;
  most: number;
  log: string[];
}

const mostAgents = 1000;

/** The context of a script: all built-in objects but those that would differ in a run that is resumed. */
const sealed = `
  Date = class extends Date { constructor(...of) { if (of.length === 0) throw new Error('No clock.'); super(...of); } };
  Date.now = () => { throw new Error('No clock.'); };
  Math.random = () => { throw new Error('No chance.'); };
`;

/** Runs the script of a workflow to its end. */
export async function runWorkflow(text: string, options: Options): Promise<Ran> {
  const first = 'export const meta = ';
  if (!text.startsWith(first)) throw new SyntaxError('`meta` is not the first statement.');
  const journal: Journal = [];
  const state = { spent: 0, open: 0, most: 0, started: 0, log: [] as string[] };
  const ajv = new Ajv({ strict: false });
  const agent = async (prompt: string, of: AgentOptions) => {
    const total = options.total ?? null;
    if (total !== null && state.spent >= total) throw new Error('Workflow token budget exceeded');
    state.started += 1;
    if (state.started > mostAgents) throw new Error('Workflow agent() call cap reached');
    if (!options.agents.includes(of.agentType)) throw new Error(`There is no agent ${of.agentType}.`);
    if ((of.schema as { type?: string }).type !== 'object') throw new Error('The schema is no object.');
    const entry = { key: JSON.stringify([prompt, of]), answer: null as unknown };
    const before = options.journal?.[journal.length];
    journal.push(entry);
    if (before?.key === entry.key) {
      entry.answer = before.answer;
      return before.answer;
    }
    state.open += 1;
    state.most = Math.max(state.most, state.open);
    await new Promise(resolve => setImmediate(resolve));
    const { answer, tokens } = await options.play(prompt, of);
    state.open -= 1;
    state.spent += tokens;
    const fits = ajv.compile(of.schema);
    if (answer !== null && !fits(answer)) throw new Error(`It does not fit: ${ajv.errorsText(fits.errors)}`);
    entry.answer = structuredClone(answer);
    return entry.answer;
  };
  const globals = {
    ...{ agent, args: options.args, setTimeout, clearTimeout },
    parallel: (tasks: (() => Promise<unknown>)[]) =>
      Promise.all(tasks.map(async task => task().catch(() => null))),
    phase: () => {},
    log: (line: string) => state.log.push(line),
    budget: {
      total: options.total ?? null,
      spent: () => state.spent,
      remaining: () => Math.max(0, (options.total ?? Number.POSITIVE_INFINITY) - state.spent),
    },
  };
  const context = createContext(globals);
  new Code(sealed).runInContext(context);
  const body = text.slice('export '.length);
  const run = new Code(`(async () => { ${body}\n })().then(JSON.stringify)`);
  const result = JSON.parse(await run.runInContext(context)) as Result;
  const meta = new Code(
    `(${text.slice(first.length, text.indexOf('\n};\n') + 2)})`,
  ).runInNewContext() as Ran['meta'];
  return { meta, result, journal, started: state.started, most: state.most, log: state.log };
}
