/**
 * The suites that the person who starts a runner allows. The cases are known from files on this machine rather than from the
 * service.
 */
import { readFileSync } from 'node:fs';
import { suite } from '#document/evaluation/suite.ts';
import { frontMatterLimit, type Kind } from '#document/kind/kind.ts';
import { digestField, sha256Hex } from '#document/text/digest.ts';
import { unlessThrown } from '#document/text/unless-thrown.ts';
import { readAs } from '../support/client/document.ts';
import { markdownFiles } from '../support/markdown-files.ts';
import type { Given } from './ledger.ts';

/** The digests of the cases of each suite, by the digest of the suite and the id of the case. */
export type Suites = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Reads suites as they were registered.
 * @param paths files, or folders with Markdown files; files in a folder that are not suites are skipped
 * @throws Error that names a given file that is not a suite
 */
export function readSuites(paths: readonly string[]): Suites {
  const found = paths.map(path => {
    const suites = markdownFiles(path).flatMap(suiteIn);
    if (suites.length > 0) return suites;
    throw new Error(`--suite ${path}: there is no suite. Name the file that was registered.`);
  });
  return new Map(found.flat());
}

function suiteIn(file: string): [string, ReadonlyMap<string, string>][] {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new Error(`--suite ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  const read = unlessThrown(() => readAs(suite, bytes, frontMatterLimit(suite as unknown as Kind)));
  if (!read) return [];
  return [[digestField(sha256Hex(bytes)), new Map(read.fields.cases.map(({ id, digest }) => [id, digest]))]];
}

/**
 * Checks that these suites list the case of a run; if there are no suites, any case is accepted.
 * @throws Error that says what to name
 */
export function checkCase(
  suites: Suites,
  { assignment, suite: of, case: id, case_digest: digest }: Given,
): void {
  const known = suites.get(of)?.get(id);
  if (suites.size === 0 || known === digest) return;
  const [what, help] = !suites.has(of)
    ? [`the suite ${of}, which no --suite names`, 'Add the file of that suite, if it is yours.']
    : [
        `a case ${id} that its suite ${known === undefined ? 'does not list' : 'lists with another digest'}`,
        'Ask the operator.',
      ];
  throw new Error(`The service handed out ${assignment} of ${what}. ${help} It was handed back.`);
}
