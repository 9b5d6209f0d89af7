/**
 * Backups restored into empty places, in each shape of a deployment on each database: keys and log are kept wherever the shape keeps
 * them, the catalog that is built next is verified with the key and the checkpoint from before, and a client that knows an ETag gets 304.
 */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeKeyFile, writeTenantKeys } from '#document/proof/key-file.ts';
import type { KeyRing } from '#document/proof/signature.ts';
import { readEnvironment, signingKeyOf, signingVariables } from '#document/text/environment.ts';
import { keepTenantKey, loadKeyRing } from '../../build/document/proof/disk/signing-key.ts';
import { build } from '../../build/run/build.ts';
import { holdsAllKeys } from '../../scripts/operator/identity.ts';
import { operator } from '../../scripts/operator/program.ts';
import { verifyCommand } from '../../scripts/verify/program.ts';
import { openStore } from '../../server/store/store.ts';
import { exampleContent, temporaryFolder } from '../support/folder.ts';
import { freshDatabase } from '../support/postgres.ts';
import { call } from '../support/program.ts';
import { send, serve } from '../support/server.ts';
import { baseUrl } from '../support/shared.ts';
import type { Campaign } from './campaign.ts';

type Environment = Record<string, string>;

/** How the operator's commands find keys and log in a shape: words of `backup`, and settings beside the database. */
interface Shape {
  words(builder: string): string[];
  backup(builder: string, ring: KeyRing): Environment;
  restore(builder: string, ring: KeyRing): Environment;
}

const builderApart = (builder: string) => ['--builder', builder];
const shapes: Readonly<Record<string, Shape>> = {
  'one machine': { words: () => [], backup: builder => ({ DATA_DIR: builder }), restore: () => ({}) },
  'keys in a variable': {
    words: () => [],
    backup: (builder, ring) => ({ DATA_DIR: builder, SIGNING_KEY: writeKeyFile(ring) }),
    restore: (_, ring) => ({ SIGNING_KEY: writeKeyFile(ring) }),
  },
  'keys in a file': {
    words: () => [],
    backup: (builder, ring) => {
      const file = join(builder, 'mounted.pem');
      writeFileSync(file, writeKeyFile(ring));
      return { DATA_DIR: builder, SIGNING_KEY_FILE: file };
    },
    restore: builder => ({ SIGNING_KEY_FILE: join(builder, 'mounted.pem') }),
  },
  'units or compose': {
    words: builderApart,
    backup: builder => ({ SIGNING_KEY_FILE: join(builder, 'tenant-key/keys.pem') }),
    restore: () => ({}),
  },
  Kubernetes: {
    words: builderApart,
    backup: (_, ring) => ({ SIGNING_KEY: writeTenantKeys(ring) }),
    restore: (_, ring) => ({ SIGNING_KEY: writeTenantKeys(ring) }),
  },
};

/** Builds the small catalog from a DATA_DIR, with its keys or with all keys in the environment. */
async function publish(dataDir: string, distDir: string, signingKey?: string): Promise<KeyRing> {
  const given = holdsAllKeys({ signingKey }) ? signingKey : undefined;
  const keys = loadKeyRing({ signingKey: given, dataDir, now: '2026-01-01T00:00:00Z' });
  keepTenantKey(dataDir, keys);
  const built = await build({
    ...{ contentDir: exampleContent, distDir, baseUrl, keys, logDir: join(dataDir, 'log') },
  });
  assert.ok(built.ok);
  return keys;
}

async function run(words: string[], environment: Environment): Promise<void> {
  const { code, stderr, stdout } = await call(operator, words, environment);
  assert.equal(code, 0, stderr + stdout);
}

/** The ETag of a page, or the status for one who knows it. */
async function ask(distDir: string, dataDir: string, etag?: string) {
  const server = await serve({ distDir, dataDir });
  const headers = etag === undefined ? {} : { 'If-None-Match': etag };
  const answer = await send(server, '/research/loops-2024.md', { headers });
  await server.stop();
  return { status: answer.status, etag: String(answer.headers.etag) };
}

async function rehearse({ words, backup, restore }: Shape, isPostgres: boolean): Promise<void> {
  const folder = temporaryFolder();
  const [builder, place] = [join(folder, 'builder'), join(folder, 'place')];
  mkdirSync(builder, { mode: 0o700 });
  const databaseUrl = isPostgres ? { DATABASE_URL: await freshDatabase() } : undefined;
  const ring = await publish(builder, join(folder, 'dist'));
  const settings = { DATA_DIR: join(folder, 'server'), ...backup(builder, ring), ...databaseUrl };
  const store = await openStore({ dataDir: settings.DATA_DIR, databaseUrl: databaseUrl?.DATABASE_URL }, 1);
  await store.tenants.create('acme', 1);
  await store.close();
  const before = await ask(join(folder, 'dist'), join(folder, 'other'));
  const file = join(folder, 'backup.sqlite');
  await run(['backup', file, ...words(builder)], settings);

  const empty = isPostgres ? { DATABASE_URL: await freshDatabase() } : undefined;
  const target: Environment = { DATA_DIR: place, BASE_URL: baseUrl, ...restore(builder, ring), ...empty };
  await run(['restore', file], target);
  await publish(
    place,
    join(folder, 'again'),
    signingKeyOf(readEnvironment(signingVariables, target), readFileSync),
  );
  const checkpoint = join(builder, 'log/checkpoint');
  const pins = ['--key', ring.publication.active.keyId, '--checkpoint', checkpoint];
  const verified = await call(verifyCommand, [join(folder, 'again'), ...pins]);
  assert.equal(verified.code, 0, verified.stdout);
  const known = await ask(join(folder, 'again'), join(folder, 'third'), before.etag);
  assert.equal(known.status, 304);
  assert.deepEqual(readFileSync(join(place, 'log/checkpoint')), readFileSync(checkpoint));
  const tenants = await call(operator, ['tenant', 'list'], target);
  assert.match(tenants.stdout, /acme/);
}

export const campaign: Campaign = {
  description:
    'backups restored in each shape of a deployment on each database: keys, log, ETags and tenants are kept',
  rounds: 2 * Object.keys(shapes).length,
  async run({ rounds, say }) {
    const names = Object.keys(shapes);
    for (let round = 0; round < rounds; round += 1) {
      const name = names[round % names.length]!;
      const isPostgres = Math.floor(round / names.length) % 2 === 1;
      say(`${name} on ${isPostgres ? 'PostgreSQL' : 'SQLite'}`);
      await rehearse(shapes[name]!, isPostgres);
    }
    return { restores: rounds };
  },
};
