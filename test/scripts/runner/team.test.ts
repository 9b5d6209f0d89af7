/** The runner with exported teams: both programs, against a scripted model server. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { transformSync } from 'esbuild';
import { parse } from 'yaml';
import { langgraphJs } from '../../../build/export/langgraph-js.ts';
import { openaiAgentsJs } from '../../../build/export/openai-agents-js.ts';
import { readTeam } from '../../../build/export/team.ts';
import {
  planOf,
  registerAll,
  serveEvaluations,
  soloText,
  startPlan,
  suiteOf,
  T,
  tenantId,
} from '../../support/evaluation.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { startModelServer } from '../../support/model-server.ts';
import { program } from '../../support/program.ts';
import type { PlainTeam } from '../../support/team.ts';
import { Script } from '../../support/team-script.ts';
import { fields, formationText, get } from '../../support/tenant.ts';

/** Below the project, so that programs find their packages. */
const programs = join(import.meta.dirname, '../../../node_modules/.cache', `runner-teams-${process.pid}`);
after(() => rmSync(programs, { recursive: true, force: true }));

const plainTeam = (text: string): PlainTeam => ({
  ...parse(text.split('\n---\n')[0]!.slice(4)),
  text,
  file: '',
});

for (const target of [openaiAgentsJs, langgraphJs])
  test(`an exported team of ${target.name} is run, checked, and held against its formation`, async context => {
    const setting = await serveEvaluations(context, {
      dataDir: temporaryFolder(),
      databaseUrl: undefined,
    });
    const model = await startModelServer();
    context.after(() => model.close());
    const known = await registerAll(setting, { cases: 1 });
    const folder = join(programs, target.id);
    mkdirSync(folder, { recursive: true });
    const teams = [soloText(), formationText()].map(plainTeam);
    for (const [at, lock] of [known.control, known.team].entries()) {
      const [file] = target.files(readTeam(teams[at]!.text, ''), new Map());
      const { code } = transformSync(file!.text, { loader: 'ts', format: 'esm', target: 'node20' });
      writeFileSync(join(folder, `${lock}.mjs`), code);
    }
    const module = `export const tools = { 'run-tests': [] };
      export const performers = { tally: async ({ channels }) =>
        ({ works: [{ name: 'count', text: '1' }], messages: channels.map(to => ({ to, text: '1' })), stop: null }) };`;
    writeFileSync(join(folder, 'extra.mjs'), module);
    // The first run of a script is that of the team whose turn it is, which its instructions name.
    const scripts = new Map(teams.map(team => [team.name, new Script(team, 'tour')]));
    model.play = asked =>
      scripts.get(/in the team (?:\w+\/)?([\w-]+)\./.exec(asked.instructions)![1]!)!.asked(asked);
    const cases = temporaryFolder(context);
    mkdirSync(join(cases, 'case-1/given'), { recursive: true });
    writeFileSync(join(cases, 'case-1/given/report.md'), 'It fails.');
    writeFileSync(join(cases, 'task.md'), 'Fix it.');
    writeFileSync(join(cases, 'check'), '#!/bin/sh\ntest -f works/patch.md\n', { mode: 0o755 });
    writeFileSync(join(cases, 'suite.md'), suiteOf(1));
    const job = await startPlan(setting, planOf(known));
    const words = [
      ...['--base-url', setting.server.address, '--tenant', tenantId, '--once', '--agent', 'team'],
      ...['--task', `${cases}/task.md`, '--work', `${cases}/{case}`, '--check', `${cases}/check`],
      ...['--suite', `${cases}/suite.md`],
      ...['--parallel', '2', '--', `${folder}/{lock}.mjs`, `${folder}/extra.mjs`],
    ];
    const child = spawn(process.execPath, [await program('scripts/runner.ts'), ...words], {
      env: {
        ...process.env,
        ...{ RUNNER_TOKEN: setting.runner.token, XDG_STATE_HOME: temporaryFolder(context) },
        ...{ OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'none' },
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', chunk => (output += chunk));
    await once(child, 'close');
    assert.match(output, /\n2 runs were submitted/);
    const page = fields(await get(setting.server, `${T}/evaluations/${job}.md`, setting.tenant));
    const path = `${T}/artifacts/sha256/${String(page.snapshot).slice(7)}.md`;
    const { results } = fields(await get(setting.server, path, setting.tenant)) as {
      results: Record<string, unknown>[];
    };
    for (const each of results) {
      assert.deepEqual([each.passes, each.checked_runs, each.conforming_runs], [1, 1, 1], output);
      assert.ok((each.tokens_median as number) >= 15);
    }
  });
