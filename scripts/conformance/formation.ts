/** The formation that runs are checked against: a file, an address, or the name of a team of this catalog. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import semverCompare from 'semver/functions/compare.js';
import { formation, starter } from '#build/exchange/index.ts';
import { readDocument } from '#build/text/front-matter.ts';
import { readTeam, type Team } from '../../build/export/team.ts';
import { get } from '../support/http.ts';
import type { ToolNames } from './declared.ts';
import { TraceError } from './trace.ts';

const content = join(import.meta.dirname, '../../content');

/**
 * @param named a path, an address, or `NAME[@VERSION]`, for a formation with its publisher: `PUBLISHER/NAME`
 * @throws TraceError when there is none, or it cannot be read
 */
export async function findFormation(named: string): Promise<Team> {
  if (/^https?:\/\//.test(named)) return teamOf(await download(named), named);
  const file = existsSync(named) ? named : fileOf(named);
  return teamOf(readFileSync(file, 'utf8'), named);
}

async function download(url: string): Promise<string> {
  const answer = await get(url).catch((error: Error) => {
    throw new TraceError(`${url} does not answer: ${error.message}`);
  });
  if (answer.status !== 200) throw new TraceError(`${url} answers ${answer.status}. Check the address.`);
  return Buffer.from(answer.body).toString('utf8');
}

function fileOf(named: string): string {
  const [, name, version] = /^((?:[a-z0-9-]+\/)?[a-z0-9-]+)(?:@([\d.]+))?$/.exec(named) ?? [];
  const folder = join(content, name?.includes('/') ? 'formations' : 'starters', name ?? '');
  const versions =
    name !== undefined && existsSync(folder)
      ? readdirSync(folder).map(each => each.replace(/\.md$/, ''))
      : [];
  const found = version ?? versions.sort(semverCompare).at(-1);
  if (found !== undefined && versions.includes(found)) return join(folder, `${found}.md`);
  throw new TraceError(
    `${named} is no file, and there is no such team. Expected a file, an address, NAME or PUBLISHER/NAME@1.0.0.`,
  );
}

/**
 * The team of a document.
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

/** The tools of the vocabulary by the names that runtimes give them. @param text the document that lists them */
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

/** The vocabulary of this catalog. */
export const ownToolNames = (): ToolNames => toolNamesIn(readFileSync(join(content, 'tools.md'), 'utf8'));
