/** Frameworks in which a team is a program: its edges, loops, forms and bounds are code, and what it needs from outside is passed to it. */
import type { ExportTarget } from '#document/kind/export.ts';
import { programsOf } from '../program/index.ts';
import { isPassed } from '../program/team.ts';
import type { Lost, Rules, Target } from './target.ts';

/** The losses of a bound, by its field. */
type BoundLosses = Readonly<Record<string, Lost>>;

/** The rules of whatever lets a team act by code: it takes edges and loops as they are, and judges no sentence. */
export const codeRules: Pick<Rules, 'edge' | 'artifact' | 'stop' | 'loop'> = {
  edge: () => undefined,
  artifact: ({ headings, writers }) =>
    headings && writers.length > 0
      ? { what: 'Nothing checks its headings.', instead: 'The form of the answer names them.' }
      : undefined,
  stop: () => ({
    what: 'It is a sentence, which no code can judge.',
    instead: 'The run ends where the conditions of its edges and loops end it, and at its bounds.',
  }),
  loop: () => undefined,
};

const rulesOf = (bounds: BoundLosses): Rules => ({
  role: role => [
    role.performer === 'model' && role.tools.length > 0
      ? {
          what: `The program brings none of its tools: ${role.tools.join(', ')}.`,
          instead:
            'You pass them in a module. Without one of them the program does not start, and says which is missing.',
        }
      : undefined,
    isPassed(role)
      ? {
          what: 'The program does not bring it.',
          instead: 'You pass a function. Without it the program does not start, and says which is missing.',
        }
      : undefined,
    role.count && role.count.min !== role.count.max && !role.count.each
      ? {
          what: 'How many act is not decided at run time.',
          instead: 'As many act as are given work, or the fewest that it allows.',
        }
      : undefined,
  ],
  ...codeRules,
  edge: ({ from, to, when }, { roles }) => {
    if (when === undefined || !roles.some(role => role.id === from && isPassed(role))) return undefined;
    return {
      what: 'A program decides whether it is taken, and you write that program.',
      instead: `It is taken when your function returns \`${from}.${to}\` as true.`,
    };
  },
  budget: field => bounds[field],
});

const together = {
  what: 'Nothing counts it by itself.',
  instead: 'Input and output tokens together have one bound.',
};

export const openaiAgentsJs: Target<'openai-agents-js'> = framework('openai-agents-js', {
  name: 'OpenAI Agents SDK for JavaScript',
  version: '@openai/agents 0.20',
  file: 'openai-agents',
  bounds: {},
});

export const langgraphJs: Target<'langgraph-js'> = framework('langgraph-js', {
  name: 'LangGraph.js',
  version: '@langchain/langgraph 1.7',
  file: 'langgraph',
  bounds: {
    input_tokens: together,
    output_tokens: together,
    calls: {
      what: 'Nothing counts them.',
      instead: 'Each agent ends at its share of them, and the graph at a number of steps.',
    },
  },
});

interface Framework {
  name: string;
  version: string;
  /** The folder of its programs. */
  file: string;
  bounds: BoundLosses;
}

function framework<Id extends ExportTarget>(id: Id, { name, version, file, bounds }: Framework): Target<Id> {
  return {
    ...{ id, name, version },
    express:
      'A program enforces edges, their order, loops, the form of works, who reads them, how many act, rounds, time and tokens. It keeps every ' +
      'answer, so that it goes on where it ended. You pass tools, and programs that are no operation.',
    use: team => `Install what the first lines of \`${file}/${team.name}.ts\` say, and run it as they say.`,
    rules: rulesOf(bounds),
    files: team => programsOf(team, id),
  };
}
