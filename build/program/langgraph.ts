/** Roles as nodes of a graph of LangGraph: each step sends every role its messages, and gathers what they wrote. */
import { type BaseMessage, HumanMessage, SystemMessage, type UsageMetadata } from '@langchain/core/messages';
import { type StructuredToolInterface, tool } from '@langchain/core/tools';
import { Annotation, END, Send, START, StateGraph } from '@langchain/langgraph';
import { ChatOpenAI } from '@langchain/openai';
import { z } from 'zod';
import { toldByVerb, type Verb } from '../verb/verb.ts';
import { Run, Unreadable } from './flow.ts';
import { answerOf, inputOf, instructionsOf } from './prompt.ts';
import { modelOf, type Options, requireAll, tierOf } from './start.ts';
import type { Answer, Message, Result, Team, Turn } from './team.ts';
import { askPerson } from './terminal.ts';
import { eachOnce, placeOf, verbsFor, verbsOfProgram } from './tools.ts';

const State = Annotation.Root({ messages: Annotation<Message[]> });

/** What the provider of the model runs by itself. */
const hosted: Record<string, object[]> = {
  'web-search': [{ type: 'web_search' }],
  'literature-search': [{ type: 'web_search' }],
  calculate: [{ type: 'code_interpreter', container: { type: 'auto' } }],
};

type AnyTool = StructuredToolInterface | { type: string };

/** The tools of a role: those that were passed, those of the provider, and the usual ones. */
function toolsOf({ role }: Turn, options: Options<StructuredToolInterface>): AnyTool[] {
  const place = placeOf(options);
  const usual = (each: Verb) =>
    tool((given: unknown) => toldByVerb(each, given, place), {
      ...{ name: each.name, description: each.description },
      schema: z.toJSONSchema(each.input, { io: 'input' }),
    }) as unknown as StructuredToolInterface;
  const isHosted = (name: string) => hosted[name] !== undefined && options.connections?.[name] === undefined;
  const named = role.tools.flatMap(
    name => options.tools?.[name] ?? (isHosted(name) ? hosted[name]! : verbsFor(name, options).map(usual)),
  );
  return eachOnce([...named, ...verbsOfProgram(role, options).map(usual)]) as AnyTool[];
}

/**
 * Runs the team on a task until a stop condition or a bound ends it.
 * @throws when a program, tool or model is missing: before anything is spent
 */
export async function runTeam(
  team: Team,
  task: string,
  options: Options<StructuredToolInterface>,
): Promise<Result> {
  requireAll(team, options, Object.keys(hosted));
  const run = new Run(team, task, options.given, options.watch);
  const act = async (turn: Turn): Promise<Answer> => {
    const { id, performer } = turn.role;
    const own = options.performers?.[id];
    if (own) return own(turn);
    if (performer === 'person') return askPerson(team, turn);
    const model = new ChatOpenAI({ model: modelOf(tierOf(team, turn.role), options), maxRetries: 2 });
    return askModel(run, turn, model, toolsOf(turn, options));
  };
  const nodeOf = (role: string) => `role-${role}`;
  const roles = team.roles.map(({ id }) => {
    const node = async ({ messages }: typeof State.State) => {
      await run.turn(messages, act);
      return {};
    };
    return [nodeOf(id), node] as [string, typeof node];
  });
  const graph = new StateGraph(State)
    .addNode([['deliver', () => ({})] as [string, () => object], ...roles])
    .addEdge(START, 'deliver')
    .addConditionalEdges('deliver', () => {
      const turns = run.step();
      return turns.length === 0
        ? END
        : turns.map(messages => new Send(nodeOf(messages[0]!.to), { messages }));
    });
  for (const { id } of team.roles) graph.addEdge(nodeOf(id), 'deliver');
  // The bounds of the team end the run; the graph's own would end it earlier.
  const config = { recursionLimit: 1_000_000, maxConcurrency: team.bounds.agents };
  await graph.compile().invoke({ messages: [] }, config);
  return run.result();
}

async function askModel(run: Run, turn: Turn, model: ChatOpenAI, tools: AnyTool[]): Promise<Answer> {
  const schema = answerOf(turn);
  const json_schema = { name: 'answer', strict: true, schema: z.toJSONSchema(schema) };
  const response_format = { type: 'json_schema' as const, json_schema };
  const bound =
    tools.length > 0 ? model.bindTools(tools, { response_format }) : model.withConfig({ response_format });
  const signal = AbortSignal.timeout(run.left());
  const messages: BaseMessage[] = [
    new SystemMessage(instructionsOf(run.team, turn)),
    new HumanMessage(inputOf(turn)),
  ];
  for (;;) {
    run.spend();
    const reply = await bound.invoke(messages, { signal });
    const { usage_metadata: usage } = reply as { usage_metadata?: unknown } as {
      usage_metadata?: UsageMetadata;
    };
    run.count(turn, usage?.input_tokens ?? 0, usage?.output_tokens ?? 0);
    messages.push(reply);
    const calls = reply.tool_calls ?? [];
    if (calls.length === 0) return readAnswer(schema, reply.text);
    for (const call of calls) {
      const used = tools.find(each => 'name' in each && each.name === call.name);
      if (!used || !('invoke' in used)) throw new Unreadable(`You have no tool ${call.name}.`);
      turn.used.tools.push(used.name);
      messages.push(await used.invoke({ ...call, type: 'tool_call' }, { signal }));
    }
  }
}

function readAnswer(schema: z.ZodType<Answer>, text: string): Answer {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw new Unreadable(`Your answer is not the JSON that was asked for: ${String(error)}`);
  }
}
