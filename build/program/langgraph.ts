/** Roles as nodes of a graph of LangGraph: each step sends every role its messages, and gathers what they wrote. */
import { type BaseMessage, HumanMessage, SystemMessage, type UsageMetadata } from '@langchain/core/messages';
import type { StructuredToolInterface } from '@langchain/core/tools';
import { Annotation, END, Send, START, StateGraph } from '@langchain/langgraph';
import { ChatOpenAI } from '@langchain/openai';
import { z } from 'zod';
import { Run, Unreadable } from './flow.ts';
import { answerOf, inputOf, instructionsOf } from './prompt.ts';
import { askPerson, modelOf, type Options, requireAll } from './start.ts';
import type { Answer, Message, Result, Team, Turn } from './team.ts';

const State = Annotation.Root({ messages: Annotation<Message[]> });

/**
 * Runs the team on a task until a stop condition or a bound ends it.
 * @throws when a program, tool or model is missing: before anything is spent
 */
export async function runTeam(
  team: Team,
  task: string,
  options: Options<StructuredToolInterface>,
): Promise<Result> {
  requireAll(team, options);
  const run = new Run(team, task, options.given, options.watch);
  const act = async (turn: Turn): Promise<Answer> => {
    const { id, performer, tier, tools } = turn.role;
    const own = options.performers?.[id];
    if (own) return own(turn);
    if (performer === 'person') return askPerson(turn);
    const model = new ChatOpenAI({ model: modelOf(tier, options), maxRetries: 2 });
    return askModel(
      run,
      turn,
      model,
      tools.flatMap(name => options.tools?.[name] ?? []),
    );
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

async function askModel(
  run: Run,
  turn: Turn,
  model: ChatOpenAI,
  tools: StructuredToolInterface[],
): Promise<Answer> {
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
    const { usage_metadata: used } = reply as { usage_metadata?: unknown } as {
      usage_metadata?: UsageMetadata;
    };
    run.count(turn, used?.input_tokens ?? 0, used?.output_tokens ?? 0);
    messages.push(reply);
    const calls = reply.tool_calls ?? [];
    if (calls.length === 0) return readAnswer(schema, reply.text);
    for (const call of calls) {
      const tool = tools.find(({ name }) => name === call.name);
      if (!tool) throw new Unreadable(`You have no tool ${call.name}.`);
      turn.used.tools.push(tool.name);
      messages.push(await tool.invoke({ ...call, type: 'tool_call' }, { signal }));
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
