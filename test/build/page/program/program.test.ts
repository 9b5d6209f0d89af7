/** Programs of frameworks as they are exported, run by Node.js as a person would run them, with a server in place of a model. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, test } from 'node:test';
import { programsOf } from '../../../../build/page/program/index.ts';
import { temporaryFolder, write } from '../../../support/folder.ts';
import { large, someOf } from '../../../support/large.ts';
import { frameworks, runTeam } from '../../../support/program-run.ts';
import { type PlainTeam, plainTeams } from '../../../support/team.ts';
import { factsOf, inputsFor, play, read } from '../../../support/workflow-play.ts';

const teams = plainTeams('newest');
const one = (name: string): PlainTeam => teams.find(team => team.name === name)!;
const root = resolve(import.meta.dirname, '../../../..');
const modelsOf = (team: PlainTeam) =>
  new Set(read(team).roles.flatMap(({ id, performer }) => (performer === 'model' ? [id] : [])));

test('every program of every team is sound TypeScript under `strict`, and has at most 180 lines beside the texts of its roles', () => {
  const folder = temporaryFolder();
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const checked = new Set(someOf(teams, 6));
  for (const team of teams)
    for (const framework of frameworks)
      for (const { path, text } of programsOf(read(team), `${framework}-js`)) {
        if (checked.has(team)) write(folder, path, text);
        const beside = text
          .trimEnd()
          .split('\n')
          .filter(line => !/^ {2}\S.*: \{ tools: \[/.test(line));
        assert.ok(beside.length <= 180, `${path} ${beside.length}`);
      }
  const compilerOptions = {
    ...{ noEmit: true, strict: true, module: 'NodeNext', target: 'ES2023', skipLibCheck: true },
    ...{ types: ['node'], noUnusedLocals: true, noUnusedParameters: true },
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*/*.ts'] }));
  const { stdout, status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder],
    { encoding: 'utf8' },
  );
  assert.equal(status, 0, stdout.slice(0, 1000));
});

for (const framework of frameworks)
  describe(`a program of ${framework}`, () => {
    test('lets the same roles act as the workflow, who see the same works, and ends as intended', async () => {
      for (const name of someOf(['field-extraction', 'localise-repair-validate', 'panel-code-review'], 1)) {
        const isInstalled = name === 'panel-code-review';
        const { code, turns, stderr } = await runTeam(one(name), framework, temporaryFolder(), {
          isInstalled,
        });
        assert.equal(code, 0, stderr);
        const models = modelsOf(one(name));
        assert.deepEqual(factsOf(turns, models), factsOf((await play(one(name))).turns, models), name);
      }
    });

    large('starts nothing without its inputs, tools and programs, and says what is missing', async () => {
      const { code, stdout, turns } = await runTeam(one('panel-code-review'), framework, temporaryFolder(), {
        inputs: { request: 'x', chnage: 'y' },
        bare: true,
      });
      assert.deepEqual([code, turns.length], [2, 0]);
      assert.match(
        stdout,
        /the input change is missing; chnage is not an input; the tool read-files is missing/,
      );
      assert.match(
        stdout,
        /Put a JSON object with the inputs \(request, change\) in inputs\.json, and your tools and programs in own\.ts\. Then run: .* npx tsx [a-z-]+\/panel-code-review\.ts inputs\.json own\.ts"/,
      );
      const nowhere = await runTeam(one('panel-code-review'), framework, temporaryFolder(), {
        changed: text => text.replace(/(const \[file, own\] = ).*;/, "$1['nothing.json', 'nowhere.ts'];"),
      });
      assert.equal(nowhere.code, 2, nowhere.stderr);
      assert.match(
        nowhere.stdout,
        /there is no file nothing\.json; there is no file nowhere\.ts; .* in nothing\.json/,
      );
    });

    large(
      'starts nothing with inputs that are no JSON object, and says where and what they have to be',
      async () => {
        const wrong = {
          '{\n  "claim": "x",\n}':
            /^nothing\.json is not a JSON object: .* JSON at position 18.*\. Put a JSON object/,
          'The claim.': /^nothing\.json is not a JSON object: it does not begin with \{\. Put a JSON object/,
        };
        for (const [text, says] of Object.entries(wrong)) {
          const cwd = temporaryFolder();
          write(cwd, 'nothing.json', text);
          const { code, stdout, stderr, turns } = await runTeam(one('claim-check'), framework, cwd, {
            changed: program => program.replace(/(const \[file, own\] = ).*;/, "$1['nothing.json'];"),
          });
          assert.deepEqual([code, stderr, turns.length], [2, '', 0]);
          assert.match(JSON.parse(stdout).why, says);
          assert.match(JSON.parse(stdout).why, /\(claim\) in nothing\.json/);
        }
      },
    );

    test('ends with a fault when an answer is prose, and goes on from there', async () => {
      const team = one('claim-check');
      for (const wrong of ['I would rather talk about it.']) {
        const cwd = temporaryFolder();
        const failed = await runTeam(team, framework, cwd, {
          broken: role => (role === 'judge' ? wrong : undefined),
        });
        assert.equal(failed.code, 1, failed.stderr);
        assert.equal(JSON.parse(failed.stdout).ended, 'fault');
        assert.ok(readdirSync(join(cwd, 'works/claim-check')).length > 0);
        const { code, turns } = await runTeam(team, framework, cwd);
        assert.equal(code, 0);
        assert.deepEqual(
          turns.map(({ role }) => role),
          ['judge'],
          'what was answered is not asked again',
        );
      }
    });

    large('tries again after an error of the service that passes', async () => {
      const { code } = await runTeam(one('claim-check'), framework, temporaryFolder(), {
        broken: (_, times) => (times === 2 ? 503 : undefined),
      });
      assert.equal(code, 0);
    });

    large('ends at a bound, and keeps what was written', async () => {
      const cwd = temporaryFolder();
      const { code, stdout } = await runTeam(one('claim-check'), framework, cwd, {
        changed: text =>
          text.replace(
            /(?:outputTokens|tokens): \d+/,
            '$&'.replace('$&', framework === 'langgraph' ? 'tokens: 9' : 'outputTokens: 6'),
          ),
      });
      assert.equal(code, 3, stdout);
      assert.match(JSON.parse(stdout).why, /^[69] (?:output )?tokens$/);
      assert.ok(readdirSync(join(cwd, 'works/claim-check')).length > 0);
    });

    large('stops when somebody interrupts it, and goes on from there', async () => {
      const cwd = temporaryFolder();
      const stopped = await runTeam(one('claim-check'), framework, cwd, { signalAfter: 3 });
      assert.equal(stopped.code, 130, stopped.stderr);
      const { code, turns } = await runTeam(one('claim-check'), framework, cwd);
      assert.equal(code, 0);
      assert.ok(turns.every(({ role }) => role !== 'splitter'));
    });

    test('says in its first lines what to install and how to start it', () => {
      const team = one('panel-code-review');
      const [{ path, text }] = programsOf(read(team), `${framework}-js`) as [{ path: string; text: string }];
      assert.match(
        text,
        new RegExp(`^//     npm install .*@.*\\n//     .*npx tsx ${path} inputs\\.json own\\.ts$`, 'm'),
      );
      for (const input of Object.keys(inputsFor(team)))
        assert.match(text, new RegExp(`inputs.json has .*${input}`));
    });
  });
