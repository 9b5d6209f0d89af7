/** Reads the formation against which runs are checked, from a file or an address. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formation, starter } from '#document/message/index.ts';
import { readDocument } from '#document/text/front-matter.ts';
import { readTeam, type Team } from '../../../build/page/program/team.ts';
import { get } from '../../support/http.ts';
import type { ToolNames } from './declared.ts';
import { TraceError } from './trace.ts';

const content = join(import.meta.dirname, '../../../content');

/**
 * Reads a team.
 * @param named a path or an address
 * @throws TraceError when there is no document there, or it cannot be read
 */
export async function findFormation(named: string): Promise<Team> {
  if (/^https?:\/\//.test(named)) return teamOf(await download(named), named);
  if (existsSync(named)) return teamOf(readFileSync(named, 'utf8'), named);
  throw new TraceError(`There is no ${named}. Expected a file or an address.`);
}

async function download(url: string): Promise<string> {
  const answer = await get(url).catch((error: Error) => {
    throw new TraceError(`${url} does not answer: ${error.message}`);
  });
  if (answer.status !== 200) throw new TraceError(`${url} answers ${answer.status}. Check the address.`);
  return Buffer.from(answer.body).toString('utf8');
}

/**
 * Returns the team of a document.
 * @throws TraceError when it is not a valid starter or formation
 */
export function teamOf(text: string, named: string): Team {
  const reading = readDocument(text);
  if (!reading.ok) throw new TraceError(`${named} is no document: ${reading.faults[0]?.message}`);
  const { value } = reading.document;
  const kind = [formation, starter].find(each => each.kind === value.kind);
  if (!kind) throw new TraceError(`${named} is neither a formation nor a starter.`);
  const parsed = kind.fields.loose().safeParse(value);
  if (parsed.success) return readTeam(text, named);
  const [issue] = parsed.error.issues;
  throw new TraceError(`${named} is not valid: ${issue?.path.join('.')}: ${issue?.message}`);
}

/**
 * Returns the tools of the vocabulary by their names in runtimes.
 * @param text the document that lists the tools
 */
export function toolNamesIn(text: string): ToolNames {
  const names = new Map<string, string[]>();
  const reading = readDocument(text);
  const tools = reading.ok
    ? (reading.document.value.tools as { id: string; names?: Record<string, string[]> }[])
    : [];
  for (const { id, names: byTarget = {} } of tools ?? [])
    for (const name of [id, ...Object.values(byTarget).flat()])
      names.set(name, [...(names.get(name) ?? []), id]);
  return names;
}

/** Returns the vocabulary of this catalog. */
export const ownToolNames = (): ToolNames => toolNamesIn(readFileSync(join(content, 'tools.md'), 'utf8'));
