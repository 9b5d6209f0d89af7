/** `verb` and `verbs`: what programs of teams are written in, as a command and as a server of MCP (docs/verbs.md#1). */
import { once } from 'node:events';
import { readFileSync, realpathSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { wordsOf } from '#build/verb/command.ts';
import { Refused } from '#build/verb/folder.ts';
import { verbs } from '#build/verb/index.ts';
import { callVerb, type Place, type Verb } from '#build/verb/verb.ts';
import { Failure } from '../../support/failure.ts';
import { print, say } from '../../support/output.ts';

export interface VerbOptions {
  folder: string;
  command?: string[];
  site?: string[];
}

/** @throws Failure for a command that is not `NAME=WORDS` */
function placeOf({ folder, command = [], site = [] }: VerbOptions): Place {
  const commands = command.map(each => {
    const [, name, line] = /^([\w-]{1,100})=(.+)$/s.exec(each) ?? [];
    if (name === undefined) throw new Failure('wrongUse', `Write --command ${each} as NAME=WORDS.`);
    return [name, wordsOf(line!)] as const;
  });
  return { folder: realpathSync(folder), commands: Object.fromEntries(commands), shell: false, sites: site };
}

/**
 * Runs a verb with its input and prints what it returns as JSON; without a name it lists the verbs, without an input it prints the
 * schema of one.
 * @throws Failure when the verb does not exist or refuses its input
 */
export async function runVerb(
  name: string | undefined,
  input: string | undefined,
  options: VerbOptions,
): Promise<void> {
  if (name === undefined) return print(verbs.map(each => `${each.name}\t${each.description}`).join('\n'));
  const found = verbs.find(each => each.name === name);
  if (!found)
    throw new Failure(
      'wrongUse',
      `There is no verb ${name}. There are: ${verbs.map(each => each.name).join(', ')}.`,
    );
  if (input === undefined) {
    print(JSON.stringify(z.toJSONSchema(found.input, { io: 'input' }), null, 2));
    return say(found.description);
  }
  print(
    JSON.stringify(await called(found, readFileSync(input === '-' ? 0 : input, 'utf8'), options), null, 2),
  );
}

async function called(verb: Verb, text: string, options: VerbOptions): Promise<unknown> {
  try {
    return await callVerb(verb, JSON.parse(text), placeOf(options));
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new Failure('wrongUse', `The input of ${verb.name} is no JSON: ${error.message}`);
    throw error instanceof Refused ? new Failure('wrongUse', error.message) : error;
  }
}

/** Serves all verbs over MCP until the client goes. */
export async function serveVerbs(options: VerbOptions): Promise<void> {
  const place = placeOf(options);
  const server = new McpServer({ name: 'agent-topology-verbs', version: '1.0.0' });
  for (const each of verbs)
    server.registerTool(each.name, { description: each.description, inputSchema: each.input }, given =>
      answered(each, given, place),
    );
  const gone = Promise.race([once(process.stdin, 'end'), once(process.stdin, 'close')]);
  await server.connect(new StdioServerTransport());
  await gone;
  await server.close();
}

async function answered(verb: Verb, given: unknown, place: Place) {
  try {
    return { content: [{ type: 'text' as const, text: JSON.stringify(await callVerb(verb, given, place)) }] };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { content: [{ type: 'text' as const, text: error.message }], isError: true };
  }
}
