/** Finds the versions of teams by their names, and proves that the catalog published their bytes. */
import semverCompare from 'semver/functions/compare.js';
import type { Kind } from '#document/kind/kind.ts';
import { signatureReceipt } from '#document/kind/signature-receipt.ts';
import { formation, starter } from '#document/message/index.ts';
import { artifactPath } from '#document/proof/document/page.ts';
import type { Receipt } from '#document/proof/document/receipt.ts';
import type { ArtifactState } from '#document/proof/status.ts';
import { didYouMean } from '#document/text/validate.ts';
import { failed, wrongUse } from '../../../support/failure.ts';
import { hasDigest, proofReasons, signatureReasons } from '../../../support/signed/receipt.ts';
import type { Catalog } from './catalog.ts';
import type { CatalogLog } from './log.ts';

/** A team as people name it: `NAME[@VERSION]`, or `PUBLISHER/NAME[@VERSION]`. */
export interface TeamName {
  /** The name of the team without the version. */
  team: string;
  version: string | undefined;
}

const shape = /^((?:[a-z0-9]+(?:-[a-z0-9]+)*\/)?[a-z0-9]+(?:-[a-z0-9]+)*)(?:@(\d+\.\d+\.\d+))?$/;

/**
 * Reads the name of a team, such as `NAME@1.0.0`.
 * @throws Failure when the text has another form
 */
export function readTeamName(text: string): TeamName {
  const [, team, version] = shape.exec(text) ?? [];
  if (team !== undefined) return { team, version };
  throw wrongUse(`${text} is not the name of a team. Write NAME, NAME@1.0.0 or PUBLISHER/NAME@1.0.0.`);
}

/** Returns the path of a version of a team. */
const pathOf = (team: string, version: string): string =>
  `/${team.includes('/') ? 'formations' : 'starters'}/${team}/${version}.md`;

/** Returns the team and the version that a path names; undefined for any other page. */
export function teamAt(path: string): { team: string; version: string } | undefined {
  const [, team, version] = /^\/(?:starters|formations)\/(.+)\/([^/]+)\.md$/.exec(path) ?? [];
  return team !== undefined && version !== undefined && pathOf(team, version) === path
    ? { team, version }
    : undefined;
}

/** Returns all versions of a team, newest first. */
export function versionsOf({ states }: CatalogLog, team: string): (ArtifactState & { version: string })[] {
  return [...states.values()]
    .flatMap(state => {
      const named = teamAt(state.path);
      return named?.team === team ? [{ ...state, version: named.version }] : [];
    })
    .sort((a, b) => semverCompare(b.version, a.version));
}

/**
 * Returns the version that a name states; the newest active one if it states none.
 * @throws Failure when there is no such team or version
 */
export function findVersion(
  log: CatalogLog,
  { team, version }: TeamName,
): ArtifactState & { version: string } {
  const versions = versionsOf(log, team);
  if (versions.length === 0) {
    const names = [...new Set([...log.states.keys()].flatMap(path => teamAt(path)?.team ?? []))];
    throw wrongUse(
      `There is no team named ${team}.${didYouMean(team, names)} \`agent-topology search WORDS\` finds one for a task.`,
    );
  }
  const found = versions.find(each =>
    version === undefined ? each.status === 'active' : each.version === version,
  );
  if (found) return found;
  const list = versions.map(each => `${each.version} (${each.status})`).join(', ');
  if (version === undefined)
    throw failed(`${team} has no active version. Its versions are ${list}. Choose another team.`);
  throw wrongUse(`${team} has no version ${version}. Its versions are ${list}.`);
}

/** A version whose bytes, signature and place in the log were verified. */
export interface ProvedVersion {
  state: ArtifactState & { version: string };
  bytes: Buffer;
  title: string;
  description: string;
  receipt: Receipt;
}

/**
 * Proves a version: its bytes have the logged digest, a publication key that is not revoked signed them, and the receipt leads to
 * the checkpoint.
 * @throws Failure `failed` when one of these does not hold
 */
export async function proveVersion(
  catalog: Catalog,
  { log, entries }: CatalogLog,
  state: ArtifactState & { version: string },
): Promise<ProvedVersion> {
  const bytes = await catalog.page(state.path);
  if (bytes === undefined || !hasDigest(bytes, state.digest))
    return catalog.refuse(`${state.path} does not have the digest ${state.digest}, which the log records.`);
  const receiptPath = artifactPath(state.digest, 'signature');
  const found = await catalog.document(receiptPath, signatureReceipt);
  if (found === undefined) return catalog.refuse(`There is no ${receiptPath}, the receipt of ${state.path}.`);
  const receipt = found.fields as Receipt;
  const index = entries.findIndex(entry => entry?.type === 'published' && entry.path === state.path);
  const published_at = state.history[0]!.since;
  const reasons = [
    ...signatureReasons(receipt, bytes, catalog.keys, 'publication'),
    ...proofReasons(receipt, { path: state.path, digest: state.digest, published_at }, index, log.checkpoint),
  ];
  if (receipt.digest !== state.digest) reasons.push('The receipt is for another artifact.');
  if (reasons.length > 0) return catalog.refuse(`${receiptPath}: ${reasons.join(' ')}`);
  const kind = state.path.startsWith('/starters/') ? starter : formation;
  const { title = '', description = '' } = catalog.read(state.path, kind as unknown as Kind, bytes).fields;
  return { state, bytes, title, description, receipt };
}
