/** OpenAI Agents SDK: a program in TypeScript that runs the team and keeps its edges and bounds. */
import { gateFile, programOf, programRules } from './program.ts';
import type { Target } from './target.ts';
import { namesOf } from './tool.ts';
import { quoted } from './write.ts';

const id = 'openai-agents-js';

/** The tools of the SDK that need no setting, by the names of the vocabulary. */
const makers: Record<string, string> = {
  web_search: 'webSearchTool',
  code_interpreter: 'codeInterpreterTool',
};

export const openaiAgentsJs: Target<'openai-agents-js'> = {
  id,
  name: 'OpenAI Agents SDK',
  version: '@openai/agents 0.20',
  express:
    'It enforces tools, edges, loops, the form of works and every bound. Roles judge conditions in words; you supply programs and tools.',
  use: ({ name }) =>
    `Install \`@openai/agents\` and \`zod\`, and run \`openai-agents/${name}.ts\` as its first lines show, or import \`run\` from it.`,
  rules: programRules,
  files: (team, tools) => {
    const slugs = [...new Set(team.roles.flatMap(role => (role.performer === 'model' ? role.tools : [])))];
    const known = slugs.flatMap(slug => {
      const found = namesOf([slug], id, tools).names.flatMap(name => makers[name] ?? []);
      return found.map(maker => ({ slug, maker }));
    });
    const used = [...new Set(known.map(({ maker }) => maker))].sort();
    const framework = {
      imports: used.length > 0 ? `import { ${used.join(', ')} } from '@openai/agents';\n` : '',
      tool: 'Tool',
      usual: known.map(({ slug, maker }) => ` ${quoted(slug)}: [${maker}()],`),
    };
    return [
      { path: `openai-agents/${team.name}.ts`, text: programOf(team, 'openai-agents', framework) },
      ...gateFile(team, 'openai-agents'),
    ];
  },
};
