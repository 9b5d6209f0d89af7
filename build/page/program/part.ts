/**
 * The parts that the programs of all targets have in common: the steps of the team, the functions of
 * its roles, and the code that these call.
 */

import { listed } from '../../document/text/plain-text.ts';
import { operationCode, stepCode } from './code.ts';
import { flowLines } from './flow.ts';
import { formsOf, inputsOf } from './form.ts';
import { planOf, takenEdges } from './plan.ts';
import { type Act, actsIn, questionsOf } from './step.ts';
import { isPassed, type Team } from './team.ts';
import { comment, functionName, indented, keyText, listOf, quote } from './text.ts';
import { joined, zodLines } from './zod.ts';

/** A team as the lines of a program. */
export interface Program {
  /** The lines that run the steps of the team. */
  flow: string[];
  /** The roles that need a function in the program, which are all roles without a built-in operation. */
  acts: Act[];
  /** The works that the team delivers; if empty, all works. */
  outputs: string[];
  /** The functions that the steps call, as text in TypeScript. */
  code: string[];
  /** Tells whether the steps call the function of this name. */
  uses(name: string): boolean;
}

/** Tells whether some lines call the function of this name. */
const calls = (lines: readonly string[], name: string): boolean =>
  lines.some(line => new RegExp(`\\b${name}\\(`).test(line));

/** Returns the code of the functions that some lines call. */
export const codeUsed = (code: Readonly<Record<string, string>>, lines: readonly string[]): string[] =>
  Object.keys(code).flatMap(name => (calls(lines, name) ? [code[name]!] : []));

/** Returns the parts of the program that runs a team. */
export function programOf(team: Team): Program {
  const plan = planOf(team);
  const flow = flowLines(team, plan);
  const uses = (name: string) => calls(flow, name);
  return {
    flow,
    acts: actsIn(plan).filter(({ role }) => !role.interface?.operation),
    outputs: team.outputs.map(({ artifact }) => artifact),
    code: codeUsed({ ...stepCode, ...operationCode }, flow),
    uses,
  };
}

/** Writes the comment that names a team and states when a run ends. */
export const headLines = (team: Team): string[] => [
  comment(`${team.title}, version ${team.version} (${team.source}). A run ends when one of these is true:`),
  ...team.stop_conditions.map(says => comment(`- ${says}`)),
];

/**
 * Returns the lines of code that define the function of a role: which works it reads and writes, and which questions it answers.
 * @param own the parameter of the function as source code, such as `(own: Works)`
 */
export function roleFunction(team: Team, { role, asks }: Act, own: string): string[] {
  const works = `${listOf(role.reads)}, ${listOf(role.writes)}`;
  const head = `const ${functionName(role.id)} = ${own} =>`;
  if (role.performer === 'person')
    return [`${head} ask(own, ${quote(role.id)}, ${works}, ${quote(role.prompt)});`];
  const call = `${head} act(own, ${quote(role.id)}, ${works}`;
  const questions = questionsOf(asks, team);
  if (questions.length === 0) return [`${call});`];
  return [`${call}, {`, ...questions.map(([key, says]) => `  ${quote(key)}: ${quote(says)},`), '});'];
}

/** Returns the tools of the roles that are models, each once. */
const toolsOf = (team: Team): string[] => [
  ...new Set(team.roles.flatMap(({ performer, tools }) => (performer === 'model' ? tools : []))),
];

/** Returns the ids of the program roles that whoever runs the team must write. */
const passedPrograms = (team: Team): string[] => team.roles.filter(isPassed).map(({ id }) => id);

const modelsOf = (team: Team) => team.roles.filter(({ performer }) => performer === 'model');

/** The words with which a program says how to use it. */
export interface Use {
  file: string;
  install: string;
  variables: string;
  /** The package whose function `tool()` makes tools. */
  tools: string;
  after: string;
}

/** Writes the comment that says how to install and start a program, and what its inputs are. */
export function commandLines(team: Team, use: Use): string[] {
  const { install, tools: from, after } = use;
  const [tools, programs] = [toolsOf(team), passedPrograms(team)];
  return [
    `//     npm install ${install}`,
    `//     ${startOf(team, use, 'inputs.json', 'own.ts')}`,
    '//',
    `// inputs.json has ${inputsOf(team).join(', ')}. Give each as a text, or as the place where the text is.`,
    ...(tools.length > 0
      ? [
          `// own.ts exports the object \`tools\`, with ${listed(tools)}. Make each with \`tool()\` of ${from}.`,
        ]
      : []),
    ...(programs.length > 0
      ? [
          `// It also exports the object \`programs\`, with ${listed(programs)}. Each is a function that takes outputs and returns outputs.`,
        ]
      : []),
    ...programs.flatMap(id => {
      const asks = takenEdges(team).filter(({ from, isDecided }) => from === id && isDecided);
      return questionsOf(asks, team).map(([key, says]) => comment(`${id} also returns ${key}: ${says}`));
    }),
    `// The program writes the outputs to works/${team.name}. ${after}`,
  ];
}

const needsOwn = (team: Team): boolean => toolsOf(team).length + passedPrograms(team).length > 0;

const startOf = (team: Team, { file, variables }: Use, inputs: string, own: string): string =>
  `${variables} npx tsx ${file} ${inputs}${needsOwn(team) ? ` ${own}` : ''}`;

/**
 * Writes the lines that check the inputs of a program.
 * @param known the code of the list of its inputs
 * @param more the code of further checks
 */
export function checkLines(team: Team, use: Use, known: string, more: readonly string[]): string[] {
  const missing = (names: string[], kind: string) =>
    names.length > 0
      ? [
          `...${listOf(names)}.filter(name => !given.${kind}s?.[name]).map(name => \`the ${kind} \${name} is missing\`),`,
        ]
      : [];
  return [
    `const help = \`${helpOf(team, use)}\`;`,
    "const text = file && existsSync(file) ? readFileSync(file, 'utf8') : '{}';",
    'try {',
    "  if (!text.trim().startsWith('{')) throw new Error('it does not begin with {');",
    '  works = JSON.parse(text);',
    '} catch (error) {',
    `  end('not started', \`\${file} is not a JSON object: \${(error as Error).message}. \${help}\`);`,
    '}',
    'if (own && existsSync(own)) Object.assign(given, await import(pathToFileURL(own).href));',
    'const wrong = [',
    ...indented([
      `...[file, own].filter(name => name && !existsSync(name)).map(name => \`there is no file \${name}\`),`,
      ...more,
      `...inputs.filter(name => works[name] === undefined).map(name => \`the input \${name} is missing\`),`,
      `...Object.keys(works).filter(name => !${known}.includes(name)).map(name => \`\${name} is not an input\`),`,
      ...missing(toolsOf(team), 'tool'),
      ...missing(passedPrograms(team), 'program'),
    ]),
    '];',
    'mkdirSync(folder, { recursive: true });',
    `if (wrong.length > 0) end('not started', \`\${wrong.join('; ')}. \${help}\`);`,
  ];
}

/** Writes the help of a program, as part of a template literal: where its inputs belong, and how to start it then. */
function helpOf(team: Team, use: Use): string {
  const [inputs, own] = [`\${file ?? 'inputs.json'}`, `\${own ?? 'own.ts'}`];
  const others = needsOwn(team) ? `, and your tools and programs in ${own}` : '';
  return `Put a JSON object with the inputs (${inputsOf(team).join(', ')}) in ${inputs}${others}. Then run: ${startOf(team, use, inputs, own)}`;
}

/** Writes the TypeScript lines of a constant `forms`: for each artifact that roles run by a model write, its zod schema. */
export function formLines(team: Team): string[] {
  const forms = formsOf(team).filter(({ work }) =>
    modelsOf(team).some(({ writes }) => writes.includes(work)),
  );
  return [
    'const forms = {',
    ...forms.flatMap(({ work, schema }) => {
      const [first, ...rest] = zodLines(schema);
      const lines = joined([`${keyText(work)}: ${first}`, ...rest]);
      return indented([...lines.slice(0, -1), `${lines.at(-1)},`]);
    }),
    '};',
  ];
}

/** Writes the lines of a constant `roles`, with the text and tools of each role that is a model. */
export const roleLines = (team: Team): string[] => [
  `const roles: Record<${
    modelsOf(team)
      .map(({ id }) => quote(id))
      .join(' | ') || 'never'
  }, { text: string; tools: string[] }> = {`,
  ...modelsOf(team).map(
    ({ id, tools, prompt }) => `  ${keyText(id)}: { tools: ${listOf(tools)}, text: ${quote(prompt)} },`,
  ),
  '};',
];
