/** An answer of a catalog that means harm. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { StatusChange } from '#document/kind/statuses.ts';
import { type ManifestFile, manifestFile, manifestSignatureFile } from '#document/text/manifest.ts';
import { signManifest } from '../../../build/document/proof/disk/trust.ts';
import { testRing } from '../../keys.ts';
import { temporaryFolder } from '../folder.ts';
import { type Draft, starterPath } from '../signed-tree.ts';
import { agentFile, filesOf, teamTree } from '../team-tree.ts';

/** The commands of `agent-topology` about teams, and `npm run verify -- URL`. */
export const commands = [
  ...['add', 'show', 'search', 'status', 'update', 'diff', 'remove', 'verify', 'verify URL'],
] as const;
export type CommandName = (typeof commands)[number];

export interface Attack {
  name: string;
  /** Returns the folder that is served; by default the honest catalog. Made when it is needed. */
  dist?(): string;
  /** Answers a request in its own way. @param honest the whole answer that an honest server would send */
  wire?(socket: Socket, path: string, honest: Buffer): unknown;
  /** The commands that must refuse it. The others must not be harmed. */
  touches: readonly CommandName[];
  /** A pattern of their message. */
  refused: RegExp;
  /** Their exit code, 1 by default; `any` but 0 where the reason depends on what arrives first. */
  code?: number | 'any';
  /** The target that `add` asks for. */
  target?: string;
  /** It takes seconds of a processor: for the campaign alone. */
  isHeavy?: true;
  /** It takes the half minute after which a command gives up. */
  isSlow?: true;
}

/** Those that read more than search results. */
export const readers: readonly CommandName[] = ['add', 'show', 'status', 'update', 'diff'];
/** Those that read the document of a version. */
export const provers: readonly CommandName[] = ['add', 'show', 'update', 'diff'];
/** Those that read an export. */
export const installers: readonly CommandName[] = ['add', 'update', 'diff'];

const both = { pair: filesOf('pair'), 'pair-solo': filesOf('pair-solo') };

/** The catalog as it was when the project took a team from it. */
export const honest = teamTree({ teams: both });

const superseded: StatusChange = {
  path: starterPath('pair'),
  status: 'superseded',
  since: '2026-02-01T00:00:00Z',
  superseded_by: starterPath('pair@1.1.0'),
};

export const newVersion = starterPath('pair@1.1.0');
type TreeOptions = NonNullable<Parameters<typeof teamTree>[0]>;
const newer = agentFile('pair-lead', 'Better.');

/** The same catalog with a newer version, signed by its key: its operator means harm, or somebody has the key. */
export function signed(
  files: Readonly<Record<string, string>> = newer,
  { target = 'claude-code', ...more }: TreeOptions = {},
): string {
  const teams = { ...both, 'pair@1.1.0': files };
  return teamTree({ log: honest.log, teams, changes: [superseded], target, ...more }).dist;
}

/** Changes pages of the newer catalog before they are signed. */
export const altered = (
  which: (page: Draft) => boolean,
  change: (text: string) => string | Uint8Array,
): string =>
  signed(newer, {
    alter: pages => {
      const found = pages.filter(which);
      if (found.length === 0) throw new Error('No page was altered.');
      for (const page of found)
        page.bytes = Buffer.from(change(Buffer.from(page.bytes).toString()) as string);
    },
  });

/** A copy of the honest catalog in which files were changed after they were signed. */
export function changed(change: (folder: string) => void): string {
  const folder = join(temporaryFolder(), 'dist');
  cpSync(honest.dist, folder, { recursive: true });
  change(folder);
  return folder;
}

/** The same with a manifest that was changed, and signed again by the key of the catalog. */
export const resigned = (edit: (manifest: ManifestFile, folder: string) => unknown): string =>
  changed(folder => {
    const file = join(folder, manifestFile);
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as ManifestFile;
    const text = edit(manifest, folder);
    const bytes = Buffer.from(typeof text === 'string' ? text : JSON.stringify(manifest));
    writeFileSync(file, bytes);
    writeFileSync(join(folder, manifestSignatureFile), signManifest(bytes, testRing()));
  });
