/**
 * What a program may be: a team as plain data, in code that the build is known to write. People run the programs that they add, so no
 * catalog may choose its code.
 */
import { z } from 'zod';
import { sha256Hex } from '#build/text/digest.ts';
import { type Form, NotPermitted, type Permitted, type Values } from './form.ts';

const dataBegins = '\nconst team: Team = ';
const dataEnds = ';\n\nconst usualTools: ';

/** A part of plain data as TypeScript writes it: nothing in it can be executed. */
const plain =
  /"(?:[^"\\\n\u2028\u2029]|\\[^\n\u2028\u2029])*"|[{}[\], \n]+|-?\d+(?:\.\d+)?|true|false|null|[a-zA-Z]+:/y;

/** The tools of the SDK that need no setting. */
const ownTools = '(?:codeInterpreterTool|webSearchTool)';
const toolImport = new RegExp(`^import \\{ ${ownTools}(?:, ${ownTools})* \\} from '@openai/agents';\\n`, 'm');
const toolEntries = new RegExp(`^(?: "[a-z0-9-]+": \\[${ownTools}\\(\\)\\],)*$`);

/** The code of a program without its team, and the tools that it gives their usual meaning. */
function programOf(text: string): Values {
  // The end of the comment, which is all that may come before the code.
  const begins = text.startsWith('/**\n') ? text.indexOf('*/') : -1;
  const at = text.indexOf(dataBegins, begins);
  const end = text.indexOf(dataEnds, at);
  if (begins < 0 || at < 0 || end < 0) throw new NotPermitted('It is no program of a team.');
  if (!isPlain(text.slice(at + dataBegins.length, end)))
    throw new NotPermitted('Its team is not plain data.');
  const rest = text.slice(begins, at) + text.slice(end);
  const { code, entries } = withoutTools(rest);
  const tools = entries.split('"').filter((_, at) => at % 2 === 1);
  return { code: sha256Hex(code.replace(toolImport, '')), tools };
}

/** The code without the entries of the tools' usual meaning, if they are as the build writes them. */
function withoutTools(rest: string): { code: string; entries: string } {
  const opening = '[]> = {';
  const begins = rest.indexOf(opening, rest.indexOf('\nconst usualTools: ')) + opening.length;
  const entries = rest.slice(begins, rest.indexOf('};\n', begins));
  if (!toolEntries.test(entries)) return { code: rest, entries: '' };
  return { code: rest.slice(0, begins) + rest.slice(begins + entries.length), entries };
}

function isPlain(data: string): boolean {
  plain.lastIndex = 0;
  while (plain.lastIndex < data.length) if (!plain.test(data)) return false;
  return true;
}

/** The code of a gate, which names its team once. */
const gateOf = (text: string, team: string): Values => ({
  code: sha256Hex(text.replace(`from './${team}.js'`, "from './TEAM.js'")),
});

/** @param codes digests of the code that this and former versions of the build write */
function forms(folder: string, codes: readonly string[], gates: readonly string[]): Form[] {
  const known = (digests: readonly string[]) =>
    z.enum(digests, 'expected code that this version of the command knows: a newer one may know it');
  return [
    {
      path: `${folder}/TEAM.ts`,
      says: 'a team as plain data, in code that the command knows by its digest',
      read: programOf,
      prose: ['code'],
      fields: () => z.strictObject({ code: known(codes), tools: z.array(z.string()) }),
    },
    {
      path: `${folder}/TEAM-gate.ts`,
      says: 'nothing: code that the command knows by its digest',
      read: gateOf,
      prose: ['code'],
      fields: () => z.strictObject({ code: known(gates) }),
    },
  ];
}

/** The digests of `../program/gate.ts`. A test says the one to add. Those of former versions stay. */
const gates = ['a64cd956d1b4c24f1f76740fb6e9882eb750a15e1101d0c9de12acdf517b014b'];

/** The digests of `../../program/` and `../../verb/`, without the team. Those of former versions stay. */
const openaiAgentsJs: Permitted = {
  versions: ['@openai/agents 0.20'],
  forms: forms(
    'openai-agents',
    [
      '188b8d5b38e85406eb32e453137ef3baef8aa00a0054f1e36b3fa499356ac7ec',
      'ccaf716252ade6b3edc02bc52366aea6e8e103fbc653a0ef2a4dc62650046206',
    ],
    gates,
  ),
};

const langgraphJs: Permitted = {
  versions: ['@langchain/langgraph 1.7'],
  forms: forms(
    'langgraph',
    [
      '5e11f02ac2ccbd56d00296ddca404638ef6c68275b294e6f35f1c604baaf72ef',
      '4fccaa6df89572042368ef39b6a0ea866f657c5615a27c34942875ee19bba461',
    ],
    gates,
  ),
};

/** By target. */
export const programs = { 'openai-agents-js': openaiAgentsJs, 'langgraph-js': langgraphJs };
