/**
 * Reads the identity of a deployment: its signing keys and its log, wherever they are. Backups contain them, and a restore keeps
 * them.
 */
import { constants, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type KeyPurpose, keyPurposes } from '#document/kind/signing-keys.ts';
import { KeyFileError, readKeyFile, readTenantKeys, writeKeyFile } from '#document/proof/key-file.ts';
import { readCheckpoint } from '#document/proof/log/checkpoint.ts';
import { checkpointFile, type LogFiles } from '#document/proof/log/files.ts';
import { parseNote } from '#document/proof/log/note.ts';
import type { KeyRing, Keys } from '#document/proof/signature.ts';
import { readLog } from '#document/proof/transparency-log.ts';
import { unlessThrown } from '#document/text/unless-thrown.ts';
import { readLogFolder } from '../../build/document/proof/disk/log-store.ts';
import { keyFilePath } from '../../build/document/proof/disk/signing-key.ts';
import { exclusively } from '../../build/publish/exclusive.ts';
import type { Config } from '../../server/process/config.ts';
import type { BackupFile } from '../../server/store/backup-file.ts';
import { isAccessible } from '../support/accessible.ts';
import { OperatorError } from './operator.ts';

interface Identity {
  files: BackupFile[];
  /** The active key of each purpose. */
  keyIds: Record<KeyPurpose, string>;
  /** The name of the log. */
  logName: string;
}

type Place = Pick<Config, 'dataDir' | 'signingKey'>;

/**
 * Reads the keys and the log from where they are: the folder in which builds run, or else SIGNING_KEY, SIGNING_KEY_FILE or
 * DATA_DIR.
 * @param builder the DATA_DIR in which builds run; undefined if it is that of this command
 * @param say called with a message when a build has to be waited for
 * @throws OperatorError that names everything that is missing; LogError when the log is damaged or belongs to other keys
 */
export async function identityOf(
  config: Place,
  builder: string | undefined,
  say: (text: string) => void,
): Promise<Identity> {
  const folder = builder === undefined ? config.dataDir : resolve(builder);
  const read = () => {
    const found = ringOf(config, builder && folder);
    const log = readLogFolder(join(folder, 'log'));
    const missing = [
      ...(typeof found === 'string' ? [found] : []),
      ...(log === undefined ? [`the log, which is not in ${join(folder, 'log')}`] : []),
    ];
    if (missing.length > 0)
      throw new OperatorError(
        `The backup would lack ${missing.join(', and ')}. Name the DATA_DIR of the builder with --builder, ` +
          'or back up only the database with --database.',
      );
    return filesOf(found as KeyRing, log!);
  };
  // No build changes them meanwhile. A folder that cannot be written, such as a mount, is read as it is: its log is checked.
  return isAccessible(folder, constants.W_OK) ? await exclusively([folder], say, read) : read();
}

/** Returns the keys with all private halves that a build and a server need, or a phrase that says what is missing. */
function ringOf({ signingKey, dataDir }: Place, builder: string | undefined): KeyRing | string {
  const path = keyFilePath(builder ?? dataDir);
  const own = builder === undefined ? signingKey : undefined;
  const text = own ?? textOf(path);
  const where = own ? 'SIGNING_KEY' : path;
  if (text === undefined) return `the keys, which are neither in SIGNING_KEY nor in ${path}`;
  try {
    const ring = readKeyFile(text);
    if (ring.tenant.active.privateKey !== undefined) return ring;
    const tenant = tenantKeys(signingKey ?? textOf(keyFilePath(dataDir)) ?? '');
    if (tenant?.active.keyId === ring.tenant.active.keyId) return { ...ring, tenant };
    return `the private half of the tenant key ${ring.tenant.active.keyId}, which the servers have`;
  } catch (error) {
    if (!(error instanceof KeyFileError)) throw error;
    return `the publication and the log key, which are not in ${where}`;
  }
}

const textOf = (path: string): string | undefined =>
  existsSync(path) ? readFileSync(path, 'utf8') : undefined;

const tenantKeys = (text: string): Keys | undefined => unlessThrown(() => readTenantKeys(text));

function filesOf(ring: KeyRing, log: LogFiles): Identity {
  // Throws where they do not belong together.
  readLog(log, ring);
  const keys = { path: 'signing-keys/keys.pem', mode: 0o600, content: Buffer.from(writeKeyFile(ring)) };
  const files = [...log].map(([path, bytes]) => ({
    path: `log/${path}`,
    mode: 0o644,
    content: Buffer.from(bytes),
  }));
  return { files: [keys, ...files], keyIds: activeIds(ring), logName: logNameOf(log) };
}

const activeIds = (ring: KeyRing): Record<KeyPurpose, string> => ({
  publication: ring.publication.active.keyId,
  tenant: ring.tenant.active.keyId,
  log: ring.log.active.keyId,
});

export const logNameOf = (log: LogFiles): string =>
  readCheckpoint(parseNote(log.get(checkpointFile)!).text).origin;

/** Tells whether SIGNING_KEY has the private keys of every purpose. That of a server has only the key `tenant`. */
export const holdsAllKeys = ({ signingKey = '' }: Pick<Place, 'signingKey'>): boolean =>
  unlessThrown(() => readKeyFile(signingKey).tenant.active.privateKey) !== undefined;

/**
 * Refuses keys in SIGNING_KEY that lack those of a backup. The keys of earlier signatures would then no longer be listed.
 * @throws OperatorError that names the keys
 */
export function requireSameKeys(given: string, ring: KeyRing): void {
  const tenantAlone = tenantKeys(given);
  let all: Partial<Record<KeyPurpose, KeyRing[KeyPurpose] | Keys>>;
  try {
    all = readKeyFile(given);
  } catch (error) {
    // A server has the tenant key alone.
    if (!(error instanceof KeyFileError && tenantAlone)) throw error;
    all = { tenant: tenantAlone };
  }
  for (const purpose of keyPurposes) {
    const keys = all[purpose];
    const { keyId } = ring[purpose].active;
    if (!keys || [keys.active, ...keys.retired].some(each => each.keyId === keyId)) continue;
    throw new OperatorError(
      `SIGNING_KEY has the ${purpose} key ${keys.active.keyId}, but the backup has ${keyId}. ` +
        'Set SIGNING_KEY to the keys of the backup, active or retired, or leave it unset. Nothing was changed.',
    );
  }
}
