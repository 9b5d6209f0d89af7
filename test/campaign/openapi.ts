/**
 * The OpenAPI description in the hands of other people: two generators of clients accept it, TypeScript accepts what they
 * write, and with each client a suite is registered on a running server. It installs the generators with npm.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openStore } from '../../server/store/store.ts';
import { temporaryFolder } from '../support/folder.ts';
import { serve } from '../support/server.ts';
import { start } from '../support/store.ts';
import { fields, get, issue, suiteText, tenantConfig } from '../support/tenant.ts';
import { type Campaign, withEndings } from './campaign.ts';

const packages = ['openapi-typescript@7', 'openapi-fetch@0', '@hey-api/openapi-ts@0', 'typescript@5'];

/** A program that registers the suite in its second argument at the address in its first. */
const withOpenApiFetch = `
import createClient from 'openapi-fetch';
import type { paths } from './fetch-client';

const [baseUrl, body, token] = process.argv.slice(2) as [string, string, string];
const client = createClient<paths>({ baseUrl });
const { data, error, response } = await client.POST('/v1/tenants/{tenant_id}/suites', {
  params: { path: { tenant_id: 'acme' }, header: { 'Idempotency-Key': 'openapi-fetch' } },
  headers: { Authorization: \`Bearer \${token}\`, 'Content-Type': 'text/markdown' },
  body,
  bodySerializer: text => text,
  parseAs: 'text',
});
console.log(JSON.stringify({ status: response.status, answer: data ?? error }));
`;

const withHeyApi = `
import { createClient } from './hey-client/client';
import { registerSuite } from './hey-client';

const [baseUrl, body, token] = process.argv.slice(2) as [string, string, string];
const client = createClient({ baseUrl });
const { data, error, response } = await registerSuite({
  client,
  auth: token,
  path: { tenant_id: 'acme' },
  headers: { 'Idempotency-Key': 'hey-api' },
  body,
});
console.log(JSON.stringify({ status: response?.status, answer: data ?? error }));
`;

const compilerOptions = {
  ...{ module: 'esnext', moduleResolution: 'bundler', target: 'es2022', strict: true, skipLibCheck: true },
  ...{ noEmit: true, lib: ['es2023', 'dom', 'dom.iterable'], types: ['node'] },
};

export const campaign: Campaign = {
  description:
    'two generators of clients accept the OpenAPI description; a suite is registered with what they make',
  rounds: 1,
  run: ({ say }) =>
    withEndings(async context => {
      const folder = temporaryFolder(context);
      // The server is in this process, so nothing may wait in it.
      const run = async (program: string, ...words: string[]): Promise<string> =>
        (await promisify(execFile)(program, words, { cwd: folder })).stdout;
      const place = { dataDir: temporaryFolder(context) };
      const server = await serve(tenantConfig(place));
      context.after(() => server.stop());
      const store = await openStore(place, start);
      context.after(() => store.close());
      const tenant = await issue(store, 'acme');

      writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}');
      await run('npm', 'install', '--no-audit', '--no-fund', ...packages, '@types/node@20', 'tsx@4');
      await run('curl', '-sSf', '-o', 'openapi.json', `${server.address}/docs/openapi.json`);
      await run('npx', 'openapi-typescript', 'openapi.json', '-o', 'fetch-client.ts');
      await run('npx', 'openapi-ts', '-i', 'openapi.json', '-o', 'hey-client');
      say('both generators accept the description');
      writeFileSync(join(folder, 'with-fetch.ts'), withOpenApiFetch);
      writeFileSync(join(folder, 'with-hey.ts'), withHeyApi);
      writeFileSync(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ compilerOptions, include: ['*.ts', 'hey-client'] }),
      );
      await run('npx', 'tsc');
      say('TypeScript accepts both clients');
      let registered = 0;
      for (const program of ['with-fetch.ts', 'with-hey.ts']) {
        const text = suiteText(program.replace('.ts', ''));
        const { status, answer } = JSON.parse(
          await run('npx', 'tsx', program, server.address, text, tenant.token),
        );
        assert.equal(status, 201, `${program}: ${JSON.stringify(answer)}`);
        const { artifact_path } = fields({ body: Buffer.from(answer) });
        const stored = await get(server, String(artifact_path), tenant);
        assert.equal(stored.body.toString(), text, 'the bytes arrive as they were sent');
        registered += 1;
      }
      return { generators: 2, registered };
    }),
};
