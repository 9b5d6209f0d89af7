/** The server of the previous release, as `scripts/keep-release.ts` kept it. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { writeKeyFile } from '#build/proof/key-file.ts';
import { bundleFolder } from '../../scripts/support/bundle.ts';
import { freePort } from '../../scripts/support/port.ts';
import type { DatabasePlace } from '../../server/database/database.ts';
import { testRing } from '../keys.ts';
import { write } from './folder.ts';
import { type Launched, watched } from './launched.ts';

interface Release {
  version: string;
  last_migration: number;
  /** A program for Node.js, which finds its packages where it lies. */
  server: string;
  /** The small catalog as that version built it: base64 by name. */
  dist: Record<string, string>;
}

const kept = readFileSync(join(import.meta.dirname, '../fixture/release.json.br'));
const release: Release = JSON.parse(brotliDecompressSync(kept).toString());

export const { version: releaseVersion, last_migration: releaseMigration } = release;

let unpacked: string | undefined;

function unpack(): string {
  if (unpacked) return unpacked;
  const folder = join(
    bundleFolder,
    `release-${process.pid}-${createHash('sha256').update(kept).digest('hex').slice(0, 8)}`,
  );
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(folder, { recursive: true });
  const url = pathToFileURL(join(folder, 'server.mjs')).href;
  write(folder, 'server.mjs', `const ownUrl = ${JSON.stringify(url)};${release.server}`);
  for (const [name, base64] of Object.entries(release.dist))
    write(join(folder, 'dist'), name, Buffer.from(base64, 'base64'));
  unpacked = folder;
  return folder;
}

/** Starts it on a database, with the keys of tests and its own catalog. */
export async function startRelease(
  context: Pick<TestContext, 'after'>,
  { dataDir, databaseUrl }: DatabasePlace,
): Promise<Launched> {
  const [folder, port] = [unpack(), await freePort()];
  const child = spawn(process.execPath, [join(folder, 'server.mjs')], {
    env: {
      ...{ PATH: process.env.PATH, PORT: String(port), DIST_DIR: join(folder, 'dist') },
      DATA_DIR: dataDir,
      ...{ SIGNING_KEY: writeKeyFile(testRing()), RECEIPTS_PER_MINUTE: '1000000000' },
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return watched(context, child, port);
}
