/** From the messages of a session of Claude Code to its turns: who started which agent, and what could not be told. */
import { emptyTrace, session as sessionAgent, type Trace, type Turn } from '../trace.ts';
import { ownTools } from './claude.ts';
import type { Chain, Session, ToolUse } from './claude-chain.ts';

/** Agents that the program itself starts for a session, by the beginning of their ids: to shorten it, and to suggest a prompt. */
const housekeeping = /^a?(?:compact|prompt_suggestion|side_question)/;

export function traceOf(given: Session): Trace {
  const trace = emptyTrace(given.name);
  trace.unclear.push(...given.unclear);
  const turns = new Map<Chain, Turn>();
  const main = given.chains.find(({ isSession }) => isSession);
  const times = given.chains.flatMap(({ first, last }) => [first, last]);
  const own: Turn = {
    place: given.name,
    agent: sessionAgent,
    clock: 'session',
    start: times.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY),
    end: times.reduce((most, each) => Math.max(most, each), 0),
  };
  trace.turns.push(own);
  if (main) turns.set(main, own);
  else trace.unclear.push({ place: given.name, what: 'The file of the session is missing: name it too.' });
  startAgents(given, trace, turns);
  addStrays(given, trace, turns);
  for (const use of given.uses) {
    if (use.starts || ownTools.has(use.tool)) continue;
    if (housekeeping.test(use.chain.agentId ?? '')) continue;
    trace.calls.push({ tool: use.tool, place: use.place, at: use.at, by: turns.get(use.chain) });
  }
  const used = [...given.usage.values()];
  trace.usage = used.map(({ at, input, output }) => ({ start: at, end: at, input, output }));
  trace.total = {
    input: used.reduce((sum, { input }) => sum + input, 0),
    output: used.reduce((sum, { output }) => sum + output, 0),
  };
  tellOpen(given, trace);
  return trace;
}

type Starting = ToolUse & Required<Pick<ToolUse, 'starts'>>;

/** The turn of each call that starts an agent, with the messages of that agent where they are known. */
function startAgents(given: Session, trace: Trace, turns: Map<Chain, Turn>): void {
  const starting = given.uses.filter((use): use is Starting => use.starts !== undefined);
  const chains = chainsOf(given, starting);
  const made = starting.map(use => {
    const answer = given.answers.get(use.id);
    const chain = chains.get(use);
    const type = use.starts.type ?? answer?.agentType ?? chain?.type ?? 'general-purpose';
    const end = Math.max(use.at, answer && !answer.isAsync ? answer.at : use.at, chain?.last ?? use.at);
    const turn: Turn = { place: use.place, agent: type, start: use.at, end, clock: 'session' };
    trace.turns.push(turn);
    if (chain) turns.set(chain, turn);
    else if (answer)
      trace.unclear.push({
        place: use.place,
        what: `What \`${type}\` did is missing${fileOf(answer.agentId)}. Put it beside the file of the session, or name it too.`,
      });
    return { use, turn };
  });
  // An agent that another agent starts waits within it; the session only carries messages.
  for (const { use, turn } of made) {
    const by = turns.get(use.chain);
    if (by && !use.chain.isSession) turn.from = [{ turn: by, waits: true }];
  }
}

const fileOf = (agentId: string | undefined): string =>
  agentId === undefined ? '' : `: agent-${agentId.slice(0, 100)}.jsonl`;

/** The messages of the agent that each call started: by its id, by the note beside them, or by what it was told. */
function chainsOf(given: Session, starting: readonly Starting[]): Map<Starting, Chain> {
  const found = new Map<Starting, Chain>();
  const agents = given.chains.filter(({ isSession }) => !isSession);
  const byId = new Map(
    agents.flatMap(chain => (chain.agentId === undefined ? [] : [[chain.agentId, chain]])),
  );
  const byCall = new Map(agents.flatMap(chain => (chain.call === undefined ? [] : [[chain.call, chain]])));
  const taken = new Set<Chain>();
  const take = (use: Starting, chain: Chain | undefined) => {
    if (!chain || taken.has(chain) || found.has(use)) return;
    found.set(use, chain);
    taken.add(chain);
  };
  for (const use of starting) {
    take(use, byCall.get(use.id));
    take(use, byId.get(given.answers.get(use.id)?.agentId ?? ''));
  }
  const told = new Map<string, Chain[]>();
  for (const chain of agents)
    if (!taken.has(chain) && chain.prompt !== undefined)
      told.set(chain.prompt, [...(told.get(chain.prompt) ?? []), chain]);
  for (const use of starting) if (!found.has(use)) take(use, told.get(use.starts.prompt)?.shift());
  return found;
}

/** Messages of agents that no call started. */
function addStrays(given: Session, trace: Trace, turns: Map<Chain, Turn>): void {
  for (const chain of given.chains) {
    if (turns.has(chain) || housekeeping.test(chain.agentId ?? '')) continue;
    const { type, place, first, last } = chain;
    if (type === undefined) {
      const which = chain.agentId === undefined ? 'An agent' : `The agent ${chain.agentId.slice(0, 40)}`;
      trace.unclear.push({
        place,
        what: `${which} acts, and nothing says of which type it is or who started it.`,
      });
      continue;
    }
    const turn: Turn = { place, agent: type, start: first, end: last, clock: 'session', isCut: true };
    trace.turns.push(turn);
    turns.set(chain, turn);
  }
}

/** Calls that were never answered: the session was cut off, or is still under way. */
function tellOpen(given: Session, trace: Trace): void {
  const open = given.uses.filter(
    ({ id, chain }) => !given.answers.has(id) && !housekeeping.test(chain.agentId ?? ''),
  );
  const [first] = open;
  if (!first) return;
  const others = open.length === 1 ? '' : `, and ${open.length - 1} more`;
  trace.unclear.push({
    place: first.place,
    what: `The call of \`${first.tool}\` has no answer${others}: the session was cut off, or is under way.`,
  });
}
