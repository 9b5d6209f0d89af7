/**
 * Exports to frameworks in which a team is a program: its edges, loops, forms and bounds are code, and whoever starts the program
 * passes to it what the code lacks, such as tools.
 */
import type { ExportTarget } from '#document/kind/export.ts';
import { programsOf } from '../program/index.ts';
import { isPassed } from '../program/team.ts';
import type { Lost, Rules, Target } from './target.ts';

/** The losses of bounds, by the field of the bound; a bound without an entry is enforced. */
type BoundLosses = Readonly<Record<string, Lost>>;

/**
 * The rules of a target that runs a team by code. The code follows edges and loops exactly, but
 * cannot judge a condition that is a sentence.
 */
export const codeRules: Pick<Rules, 'edge' | 'artifact' | 'stop' | 'loop'> = {
  edge: () => undefined,
  artifact: ({ headings, writers }) =>
    headings && writers.length > 0
      ? {
          what: 'Nothing checks the headings of this output.',
          instead: 'The schema of the answer names the headings.',
        }
      : undefined,
  stop: () => ({
    what: 'Code cannot judge a condition that is a sentence.',
    instead: 'The conditions of edges and loops end the run, and so do the bounds of the team.',
  }),
  loop: () => undefined,
};

const rulesOf = (bounds: BoundLosses): Rules => ({
  role: role => [
    role.performer === 'model' && role.tools.length > 0
      ? {
          what: `The program does not include the tools of the role: ${role.tools.join(', ')}.`,
          instead:
            'You supply them in a module. If a tool is missing, the program names it and does not start.',
        }
      : undefined,
    isPassed(role)
      ? {
          what: 'The program does not include this role.',
          instead:
            'You supply the role as a function. If the function is missing, the program says so and does not start.',
        }
      : undefined,
    role.count && role.count.min !== role.count.max && !role.count.each
      ? {
          what: 'The program does not decide at run time how many agents act.',
          instead: 'One agent acts for each item of work, or the fewest that the role allows.',
        }
      : undefined,
  ],
  ...codeRules,
  edge: ({ from, to, when }, { roles }) => {
    if (when === undefined || !roles.some(role => role.id === from && isPassed(role))) return undefined;
    return {
      what: 'A program decides whether the run takes this edge, and you write that program.',
      instead: `The run takes the edge when your function returns \`${from}.${to}\` as true.`,
    };
  },
  budget: field => bounds[field],
});

const together = {
  what: 'The program does not count these tokens separately.',
  instead: 'One bound covers input and output tokens together.',
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
      what: 'The program does not count the calls of the whole run.',
      instead:
        'Each agent stops at its share of the calls, and the graph stops after a fixed number of steps.',
    },
  },
});

interface Framework {
  name: string;
  version: string;
  /** The folder that holds the programs of the framework. */
  file: string;
  bounds: BoundLosses;
}

function framework<Id extends ExportTarget>(id: Id, { name, version, file, bounds }: Framework): Target<Id> {
  return {
    ...{ id, name, version },
    express:
      'A program enforces the edges and their order, the loops and their rounds, the form of each output and who reads it, how many agents ' +
      'act, the time and the tokens. The program keeps every answer, so a run can continue where it ended. You supply the tools, and every ' +
      'program that is not a built-in operation.',
    use: team => `The first lines of \`${file}/${team.name}.ts\` say what to install and how to run it.`,
    rules: rulesOf(bounds),
    files: team => programsOf(team, id),
  };
}
