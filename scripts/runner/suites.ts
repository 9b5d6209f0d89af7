/** The suites of the person who runs a runner: which cases there are, by files on this machine and not by what a service says. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Suite, suite } from '#build/evaluation/suite.ts';
import { frontMatterLimit, type Kind, publishedSchema } from '#build/kind/kind.ts';
import { digestField, sha256Hex } from '#build/text/digest.ts';
import { decodeUtf8, readDocument } from '#build/text/front-matter.ts';
import type { Given } from './assignment.ts';

/** The digests of the cases of each suite, by the digest of the suite and the id of the case. */
export type Suites = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Reads suites, as they were registered.
 * @param paths files, or folders with Markdown files, of which those that are no suites are left out
 * @throws Error that names a file which is none
 */
export function readSuites(paths: readonly string[]): Suites {
  const suites = new Map<string, ReadonlyMap<string, string>>();
  for (const path of paths) {
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
    const found = isFolder ? filesIn(path) : [path];
    const before = suites.size;
    for (const file of found) {
      const bytes = bytesOf(file);
      const cases = casesIn(bytes);
      if (cases) suites.set(digestField(sha256Hex(bytes)), cases);
    }
    if (suites.size === before)
      throw new Error(`--suite ${path}: there is no suite. Name the file that was registered.`);
  }
  return suites;
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter(name => name.endsWith('.md'))
    .map(name => join(folder, name));

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Error(`--suite ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function casesIn(bytes: Buffer): Map<string, string> | undefined {
  const kind = suite as unknown as Kind;
  const decoded = decodeUtf8(bytes);
  const reading = decoded.ok ? readDocument(decoded.text, frontMatterLimit(kind)) : decoded;
  const parsed = publishedSchema(kind).safeParse(reading.ok ? reading.document.value : undefined);
  if (!parsed.success) return undefined;
  const { cases } = parsed.data as unknown as Suite;
  return new Map(cases.map(({ id, digest }) => [id, digest]));
}

/**
 * Checks that a run is of a case that these suites list, when there are any.
 * @throws Error that says what to name
 */
export function checkCase(
  suites: Suites,
  { assignment, suite: of, case: id, case_digest: digest }: Given,
): void {
  if (suites.size === 0) return;
  const known = suites.get(of)?.get(id);
  if (known === digest) return;
  const [what, help] = !suites.has(of)
    ? [`the suite ${of}, which no --suite names`, 'Add the file of that suite, if it is yours.']
    : [
        `a case ${id} that its suite ${known === undefined ? 'does not list' : 'lists with another digest'}`,
        'Ask the operator.',
      ];
  throw new Error(`The service handed out ${assignment} of ${what}. ${help} It was handed back.`);
}
