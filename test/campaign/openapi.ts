/**
 * The OpenAPI description in the hands of other people: two generators of clients accept it, TypeScript accepts what they
 * write, one walks the whole journey of a tenant on a running server, and the other registers a formation. It installs the generators with npm.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openStore } from '../../server/store/store.ts';
import { profileOf, soloText, suiteOf, T } from '../support/evaluation.ts';
import { temporaryFolder } from '../support/folder.ts';
import { serve } from '../support/server.ts';
import { start } from '../support/store.ts';
import { formationText, get, issue, tenantConfig } from '../support/tenant.ts';
import { type Campaign, withEndings } from './campaign.ts';

const packages = ['openapi-typescript@7', 'openapi-fetch@0', '@hey-api/openapi-ts@0', 'typescript@5'];

/**
 * A program that walks the journey of a tenant: it registers everything, plans, starts, runs, asks and reads, all by the client.
 * Its arguments are the address, the tokens of tenant and runner, and the documents that name nothing.
 */
const withOpenApiFetch = `
import createClient, { type Middleware } from 'openapi-fetch';
import type { paths } from './fetch-client';

const [baseUrl, tenant, runner, given] = process.argv.slice(2) as [string, string, string, string];
const texts = JSON.parse(given) as Record<'solo' | 'pair' | 'suite' | 'profile', string>;
let keys = 0;
const asked = { bodySerializer: (text: string) => text, parseAs: 'text' as const };
const clientOf = (token: string) => {
  const client = createClient<paths>({ baseUrl });
  const authorize: Middleware = {
    onRequest({ request }) {
      request.headers.set('Authorization', 'Bearer ' + token);
      if (request.method === 'POST') request.headers.set('Content-Type', 'text/markdown');
      return request;
    },
  };
  client.use(authorize);
  return client;
};
const [as, by] = [clientOf(tenant), clientOf(runner)];
const path = { tenant_id: 'acme' };
const change = (body: string) => ({
  params: { path, header: { 'Idempotency-Key': 'openapi-fetch-' + ++keys } },
  body,
  ...asked,
});
const message = (kind: string, ...lines: string[]) =>
  ['---', 'schema: formation.' + kind + '/v0.1', 'kind: ' + kind, ...lines, '---', ''].join('\\n');
/** A field of what was answered; it ends the program where there is none. */
const field = (name: string, { data, error, response }: { data?: string; error?: string; response: Response }) => {
  const found = new RegExp('^' + name + ': "?([^"\\n]+)', 'm').exec(data ?? '')?.[1];
  if (found === undefined) throw new Error(response.status + ' ' + response.url + ': ' + (error ?? data));
  return found;
};
const lockOf = (formation: string, roles: string[]) =>
  message('execution_lock', 'title: Lock', 'description: Pinned.', 'formation: ' + formation, 'roles:',
    ...roles.flatMap((id, at) => ['  - id: ' + id, ...(at < 2 ? ['    model_id: claude-sonnet-4-5-20250929'] : []),
      ...(at === 0 ? ['    tools:', '      - {name: run-tests, version: 9.2.1}'] : [])]));

const solo = field('digest', await as.POST('/v1/tenants/{tenant_id}/formations', change(texts.solo)));
const pair = field('digest', await as.POST('/v1/tenants/{tenant_id}/formations', change(texts.pair)));
const locks = [];
for (const text of [lockOf(solo, ['mender']), lockOf(pair, ['mender', 'reviewer', 'tally'])])
  locks.push(field('digest', await as.POST('/v1/tenants/{tenant_id}/execution-locks', change(text))));
const suite = field('digest', await as.POST('/v1/tenants/{tenant_id}/suites', change(texts.suite)));
const profile = field('digest', await as.POST('/v1/tenants/{tenant_id}/workload-profiles', change(texts.profile)));
const question = field('digest', await as.POST('/v1/tenants/{tenant_id}/questions', change(message('question',
  'title: Solo or pair', 'description: On defects.', 'task_class: coding.bug_fix', 'suite: ' + suite,
  'teams: [' + locks[1] + ']', 'control: ' + locks[0], 'profile: ' + profile))));
const plan = field('plan_digest', await as.POST('/v1/tenants/{tenant_id}/evaluation-plans', change(message('evaluation_plan',
  'title: A plan', 'description: Of the question.', 'question: ' + question, 'suite: ' + suite,
  'locks: [' + locks.join(', ') + ']', 'control: ' + locks[0], 'repetitions: 1', 'seed: 1'))));
const job_id = field('job', await as.POST('/v1/tenants/{tenant_id}/evaluations', change(message('evaluation_start', 'plan: ' + plan))));
let runs = 0;
for (; ; runs += 1) {
  const claimed = await by.POST('/v1/tenants/{tenant_id}/runner/claims', change(message('runner_claim')));
  if (field('assignment', claimed) === 'none') break;
  const passed = field('lock', claimed) === locks[1];
  const summary = message('run_summary', 'lease: ' + field('lease', claimed), 'outcome: ' + (passed ? 'pass' : 'fail'),
    'tests_ran: 3', 'tests_passed: ' + (passed ? 3 : 1), 'input_tokens: 1000', 'output_tokens: 100',
    'elapsed_milliseconds: 5000');
  field('accepted_at', await by.POST('/v1/tenants/{tenant_id}/runs', change(summary)));
}
const page = { params: { path: { ...path, job_id } }, parseAs: 'text' as const };
const snapshot = field('snapshot', await as.GET('/v1/tenants/{tenant_id}/evaluations/{job_id}.md', page));
field('kind', await as.GET('/v1/tenants/{tenant_id}/evaluations/{job_id}/cases.md', page));
for (const digest of [pair, snapshot])
  field('kind', await as.GET('/v1/tenants/{tenant_id}/artifacts/sha256/{digest}.md', {
    params: { path: { ...path, digest: digest.slice('sha256:'.length) } }, parseAs: 'text',
  }));
const decided = await as.POST('/v1/tenants/{tenant_id}/recommendations', change(message('recommendation_request', 'profile: ' + profile)));
const { data: listed } = await as.GET('/v1/tenants/{tenant_id}/questions/index.md', { params: { path, query: { limit: 5 } }, parseAs: 'text' });
console.log(JSON.stringify({ runs, decision: field('decision', decided), listed: String(listed).includes(question), candidate: pair }));
`;

/** A program that registers the formation in its second argument at the address in its first. */
const withHeyApi = `
import { createClient } from './hey-client/client';
import { registerFormation } from './hey-client';

const [baseUrl, body, token] = process.argv.slice(2) as [string, string, string];
const client = createClient({ baseUrl });
const { data, error, response } = await registerFormation({
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
    'two generators of clients accept the OpenAPI description; what they make walks the journey of a tenant',
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
      const runner = await issue(store, 'acme', [], { runner: true });

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
      const texts = { solo: soloText(), pair: formationText(), suite: suiteOf(40), profile: profileOf(40) };
      const walked = JSON.parse(
        await run(
          'npx',
          'tsx',
          'with-fetch.ts',
          server.address,
          tenant.token,
          runner.token,
          JSON.stringify(texts),
        ),
      );
      const { candidate } = walked;
      assert.deepEqual(walked, { runs: 80, decision: 'recommend', listed: true, candidate });
      const stored = await get(server, `${T}/artifacts/sha256/${candidate.slice(7)}.md`, tenant);
      assert.equal(stored.body.toString(), texts.pair, 'the bytes arrive as they were sent');
      say(`the first client walked the journey of a tenant: ${JSON.stringify(walked)}`);
      const { status, answer } = JSON.parse(
        await run('npx', 'tsx', 'with-hey.ts', server.address, formationText('hey'), tenant.token),
      );
      assert.equal(status, 201, JSON.stringify(answer));
      return { generators: 2, journeys: 1, runs: walked.runs };
    }),
};
