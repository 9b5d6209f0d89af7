/** Roles that a model performs, as agents of the OpenAI Agents SDK. */
import {
  Agent,
  type Model,
  ModelBehaviorError,
  type ModelRequest,
  OpenAIProvider,
  Runner,
  setTracingDisabled,
  type Tool,
} from '@openai/agents';
import { Run, Unreadable } from './flow.ts';
import { answerOf, inputOf, instructionsOf } from './prompt.ts';
import { askPerson, modelOf, type Options, requireAll } from './start.ts';
import type { Answer, Result, Team, Turn } from './team.ts';

/**
 * Runs the team on a task until a stop condition or a bound ends it.
 * @throws when a program, tool or model is missing: before anything is spent
 */
export async function runTeam(team: Team, task: string, options: Options<Tool>): Promise<Result> {
  requireAll(team, options);
  // Nothing of a run goes anywhere but to the models.
  setTracingDisabled(true);
  const provider = new OpenAIProvider();
  const run = new Run(team, task, options.given, options.watch);
  const act = async (turn: Turn): Promise<Answer> => {
    const { id, performer, tier, tools } = turn.role;
    const own = options.performers?.[id];
    if (own) return own(turn);
    if (performer === 'person') return askPerson(turn);
    const model = metered(await provider.getModel(modelOf(tier, options)), run, turn);
    return askModel(
      run,
      turn,
      model,
      tools.flatMap(name => options.tools?.[name] ?? []),
    );
  };
  for (let turns = run.step(); turns.length > 0; turns = run.step())
    await Promise.all(turns.map(messages => run.turn(messages, act)));
  return run.result();
}

async function askModel(run: Run, turn: Turn, model: Model, tools: Tool[]): Promise<Answer> {
  const { role } = turn;
  const instructions = instructionsOf(run.team, turn);
  const agent = new Agent({ name: role.id, instructions, model, tools, outputType: answerOf(turn) });
  const signal = AbortSignal.timeout(run.left());
  try {
    // The bounds of the team end a turn; the runner's own would end it earlier.
    const runner = new Runner();
    runner.on('agent_tool_start', (_, __, tool) => turn.used.tools.push(tool.name));
    const { finalOutput } = await runner.run(agent, inputOf(turn), { maxTurns: 1_000_000, signal });
    if (finalOutput) return finalOutput;
    throw new Unreadable('There was no answer.');
  } catch (error) {
    throw error instanceof ModelBehaviorError ? new Unreadable(error.message) : error;
  }
}

/** A model whose calls are counted against the bounds of the run. */
function metered(model: Model, run: Run, turn: Turn): Model {
  return {
    async getResponse(request: ModelRequest) {
      run.spend();
      const response = await model.getResponse(request);
      run.count(turn, response.usage.inputTokens, response.usage.outputTokens);
      return response;
    },
    getStreamedResponse: request => model.getStreamedResponse(request),
  };
}
