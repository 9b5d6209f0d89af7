/**
 * Reads and writes `agent-topology.lock.yaml`: the teams of a project, the catalogs that they came from, their proofs, and the
 * digest of each of their files.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { statusName } from '#document/kind/artifact-status.ts';
import { exportKind } from '#document/kind/export.ts';
import { digest, sitePath, time, version } from '#document/kind/field.ts';
import { base64Bytes, keyId } from '#document/kind/signing-keys.ts';
import { readNoteKey } from '#document/proof/log/note.ts';
import { sha256Hex } from '#document/text/digest.ts';
import { unlessThrown } from '#document/text/unless-thrown.ts';
import { readYaml } from '#document/text/yaml-reader.ts';
import { writeYaml } from '#document/text/yaml-writer.ts';
import { mayShare, sharedFiles } from '../../../../build/page/export/permitted/index.ts';
import { failed } from '../../../support/failure.ts';
import { modelForm, roleForm } from './override.ts';
import { mayWrite, readAt } from './path.ts';

export const lockFile = 'agent-topology.lock.yaml';

const line = z.string().max(2048);

const pinned = z.strictObject({
  base_url: z.string().regex(/^https?:\/\/[^/\s]+$/),
  /** The addresses from which the catalog was read. Folders are not noted. */
  addresses: z.array(line).max(100),
  /** The id of the trusted publication key. */
  key_id: keyId,
  public_key: base64Bytes(32),
  /** The keys that signed checkpoints, as C2SP signed-note writes keys. */
  log_keys: z.array(line.refine(text => readNoteKey(text) !== undefined)).max(64),
  /** The newest checkpoint that was seen. The log must continue it. */
  checkpoint: line,
});

const setting = z
  .strictObject({
    file: z.enum(sharedFiles),
    key: z.string().max(200),
    value: z.int(),
  })
  .refine(({ file, key, value }) => mayShare(file, key, value), 'it is not one that a team may make');

const installed = z
  .strictObject({
    team: z.string().regex(/^[a-z0-9/-]{1,129}$/),
    version,
    target: exportKind.fields.shape.target,
    target_version: line,
    /** The packaging; absent if the files are part of the project. */
    packaging: z.literal('plugin').optional(),
    /** The address at which the catalog is published. */
    catalog: z.string().max(2048),
    from: line,
    source: sitePath,
    digest,
    /** The status of the version when it was installed. */
    status: statusName,
    proof: z.strictObject({
      key_id: keyId,
      published_at: time,
      log_index: z.int().min(0),
      inclusion_proof: z.array(base64Bytes(32)).max(64),
      checkpoint: line,
    }),
    /** The choices of a person that replace those of the catalog. */
    overrides: z
      .strictObject({ models: z.record(z.string().regex(roleForm).max(64), z.string().regex(modelForm)) })
      .optional(),
    files: z
      .array(
        z.strictObject({
          path: line,
          digest,
          /** The digest of a text that also contains a person's edits, as an update wrote or found it. */
          merged: digest.optional(),
          /** The installed text, deflated, as base64. An update needs it to merge a person's edits into a newer version. */
          base: z
            .string()
            .max(2_000_000)
            .regex(/^[A-Za-z0-9+/]*={0,2}$/),
        }),
      )
      .max(200),
    settings: z.array(setting).max(100),
  })
  // A lock file from elsewhere must not make this command remove other files.
  .refine(
    ({ files, ...team }) => files.every(({ path }) => mayWrite(path, team)),
    'a path is not one of the team',
  );

const content = z.strictObject({
  lock_version: z.literal(1),
  catalogs: z.array(pinned).max(1000),
  teams: z.array(installed).max(1000),
});

export type Setting = z.infer<typeof setting>;
export type PinnedCatalog = z.infer<typeof pinned>;
export type InstalledTeam = z.infer<typeof installed>;
export type LockFile = z.infer<typeof content>;

/** Returns the team, version and target of an installed team, for the output of `--json`. */
export const named = ({ team, version, target }: InstalledTeam) => ({ team, version, target });

const head = '# Written by agent-topology. Commit it, and let only the command change it.\n';

/**
 * Reads the lock file of a project. If there is none, the project has no teams.
 * @throws Failure when this command did not write the file
 */
export function readLockFile(dir: string): LockFile {
  const bytes = readAt(dir, lockFile);
  if (bytes === undefined) return { lock_version: 1, catalogs: [], teams: [] };
  const reading = readYaml(bytes.toString('utf8'));
  const refuse = (message: string): never => {
    throw failed(`${lockFile} is damaged: ${message} Restore it from your version control.`);
  };
  if (!reading.ok) return refuse(`line ${reading.faults[0]!.line}: ${reading.faults[0]!.message}`);
  const result = content.safeParse(reading.value);
  if (result.success) return result.data;
  const { path, message } = result.error.issues[0]!;
  return refuse(`\`${path.join('.')}\`: ${message}.`);
}

/** Writes a lock file, with teams in the order of their names. The same content gives the same bytes. */
export function writeLockFile({ catalogs, teams }: LockFile): string {
  const sorted = <Item>(items: readonly Item[], keyOf: (item: Item) => string) =>
    [...items].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const written = {
    lock_version: 1,
    catalogs: sorted(catalogs, each => each.base_url),
    teams: sorted(teams, each => `${each.team} ${each.target}`),
  };
  return head + writeYaml(written);
}

/** The most bytes in the text of a file of a team. */
const maxText = 1024 * 1024;

/** Deflates a text for the lock file, as base64. */
export const packBase = (text: string): string => deflateRawSync(text).toString('base64');

/** Returns the installed text of a file; undefined if the packed text has another digest. */
export function baseOf({ base, digest: expected }: InstalledTeam['files'][number]): string | undefined {
  const packed = Buffer.from(base, 'base64');
  const text = unlessThrown(() => inflateRawSync(packed, { maxOutputLength: maxText }).toString('utf8'));
  return text !== undefined && `sha256:${sha256Hex(text)}` === expected ? text : undefined;
}
