/** Fault fixtures: each changes the small catalog in one way and states what the build says to that. */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parse } from 'yaml';
import { formatFault, isError } from '../../build/catalog/source/source-fault.ts';
import { build } from '../../build/run/build.ts';
import { testRing } from '../keys.ts';
import { exampleCopy, temporaryFolder, write } from './folder.ts';

/** One fault: messages that must be given, and the files that it changes. */
interface FaultFixture {
  says: string;
  /** The files of the catalog that others begin as. */
  copy?: Record<string, string>;
  /** How files are written; UTF-8 where absent. */
  encoding?: BufferEncoding;
  /** A whole text, what takes the place of what (each is there once), or null for a file that is gone. */
  [file: string]: unknown;
}

const folder = join(import.meta.dirname, '../fixture/fault');

/** Fixtures by name. Each file that the small catalog lacks begins as that of the folder `base`. */
export const faultFixtures: readonly (readonly [string, FaultFixture])[] = readdirSync(folder)
  .filter(name => name.endsWith('.yaml'))
  .flatMap(name => Object.entries<FaultFixture>(parse(readFileSync(join(folder, name), 'utf8'))));

/** Says what the build answers to the small catalog as a fixture changes it, with file names relative to the content. */
export async function messagesOf({
  says: _,
  copy = {},
  encoding = 'utf8',
  ...files
}: FaultFixture): Promise<string> {
  const content = exampleCopy();
  for (const [to, from] of Object.entries(copy)) cpSync(join(content, from), join(content, to));
  for (const [file, change] of Object.entries(files)) {
    const path = join(content, file);
    if (change === null) rmSync(path);
    else write(content, file, Buffer.from(changed(path, file, change as Change), encoding));
  }
  const result = await build({
    ...{ contentDir: content, distDir: temporaryFolder(), baseUrl: 'http://catalog.test' },
    ...{ now: '2026-11-23T00:00:00Z', keys: testRing(), logDir: temporaryFolder() },
  });
  // Findings of a fixture need no basis unless the fixture is about warnings.
  const messages = result.ok ? result.noted : result.messages.filter(isError);
  // A folder that is new each time must not show in what is compared.
  return messages
    .map(formatFault)
    .join('')
    .replaceAll(`${relative(process.cwd(), content)}/`, '');
}

type Change = string | Record<string, string>;

function changed(path: string, file: string, change: Change): string {
  if (typeof change === 'string') return change;
  let text = readFileSync(existsSync(path) ? path : join(folder, 'base', file), 'utf8');
  for (const [from, to] of Object.entries(change)) {
    if (text.split(from).length !== 2) throw new Error(`${file} has not once: ${from}`);
    text = text.replace(from, () => to);
  }
  return text;
}
