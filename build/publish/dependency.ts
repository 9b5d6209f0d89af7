/**
 * The dependencies of pages: the one table from which a build tells which pages an edit concerns.
 *
 * | what                                                       | depends on                                                   |
 * | ---------------------------------------------------------- | ------------------------------------------------------------ |
 * | the page of a source with `ownPage`                        | that source                                                  |
 * | its twin in the reading edition, with its drawing          | that source, and what each source shows                      |
 * | every other page, and the checks across sources            | what each source shows, the operator's files, the keys, the log |
 * | all of them                                                | the version of the builder, under which everything is kept   |
 *
 * The check for repeated sentences also reads the sentences of every source, see `amend.ts`.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { publicKinds } from '#document/message/index.ts';
import { type KeyRing, keysOf } from '#document/proof/signature.ts';
import { sha256Hex } from '#document/text/digest.ts';
import { byText } from '#document/text/manifest.ts';
import type { Facts } from '../catalog/source/facts.ts';

const pageKinds: ReadonlySet<string> = new Set(
  publicKinds.filter(({ source }) => source?.ownPage).map(({ kind }) => kind),
);

/**
 * A digest of what a source shows to other pages and to the checks across sources.
 * @param digest of the bytes of the source
 */
export function shownBy(facts: Facts, digest: string): string {
  if (!pageKinds.has(facts.kind)) return digest;
  const { tokens: _, search, sentences: __, links, cited, ...shown } = facts;
  // The places of links and figures are for messages alone.
  const urls = links.map(({ url }) => url);
  const figures = cited.map(({ figure, records }) => ({ figure, records }));
  return sha256Hex(JSON.stringify([shown, search?.situations, urls, figures]));
}

/** The digests of what a tree was made from. */
export interface Fingerprint {
  /** A digest of all sources. */
  sources: string;
  /** A digest of everything on which more than one page depends. */
  shared: string;
}

/** The inputs of a tree in addition to sources. */
export interface Surroundings {
  keys: KeyRing;
  operatorFiles: object;
  logDir: string;
}

/** The fingerprint of the tree that these sources make, in whatever order they come. */
export function fingerprintOf(
  sources: ReadonlyMap<string, { digest: string; shown: string }>,
  surroundings: Surroundings,
): Fingerprint {
  let own = '';
  let shared = '';
  for (const name of [...sources.keys()].sort()) {
    const { digest, shown } = sources.get(name)!;
    own += `${digest} ${name}\n`;
    shared += `${shown} ${name}\n`;
  }
  return { sources: sha256Hex(own), shared: sha256Hex(shared + linesOf(surroundings)) };
}

function linesOf({ keys, operatorFiles, logDir }: Surroundings): string {
  const ring = keysOf(keys).map(({ purpose, publicKey, state, notBefore, notAfter, privateKey }) => {
    const key = Buffer.from(publicKey).toString('hex');
    return [purpose, key, state, notBefore, notAfter, privateKey !== undefined];
  });
  return JSON.stringify([ring, operatorFiles, contentsOf(logDir)]);
}

/** Lists every file of a folder with its digest: it may have been put back from a copy, which tells nothing by its times. */
function contentsOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort(byText)
    .filter(name => statSync(join(folder, name)).isFile())
    .map(name => `${name} ${sha256Hex(readFileSync(join(folder, name)))}`);
}
