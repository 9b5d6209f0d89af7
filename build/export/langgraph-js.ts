/** LangGraph.js: a program in TypeScript whose graph runs the team and keeps its edges and bounds. */
import { gateFile, programOf, programRules } from './program.ts';
import type { Target } from './target.ts';

const framework = {
  imports: '',
  tool: 'StructuredToolInterface',
  usual: [],
};

export const langgraphJs: Target<'langgraph-js'> = {
  id: 'langgraph-js',
  name: 'LangGraph.js',
  version: '@langchain/langgraph 1.7',
  express:
    'It enforces tools, edges, loops, the form of works and every bound. Roles judge conditions in words; you supply programs and tools.',
  use: ({ name }) =>
    'Install `@langchain/langgraph`, `@langchain/openai`, `@langchain/core` and `zod`, and run ' +
    `\`langgraph/${name}.ts\` as its first lines show, or import \`run\` from it.`,
  rules: programRules,
  files: team => [
    { path: `langgraph/${team.name}.ts`, text: programOf(team, 'langgraph', framework) },
    ...gateFile(team, 'langgraph'),
  ],
};
