/** The commands of the README that need only Node.js and npm run in a fresh copy, as they are written, and its addresses answer. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { freePort } from '../scripts/support/port.ts';
import { temporaryFolder } from './support/folder.ts';
import { files, root, textOf } from './support/tracked.ts';

const execute = promisify(execFile);

/** Commands that are set aside: the suite itself, installing, and what names a site that is an example. */
const aside = [
  /^npm ci/,
  /^npx tsx scripts\/test\.ts/,
  /https:\/\/catalog\.example\.org/,
  /\b(?:DIGEST|ID)\b/,
];

const commandsOf = (page: string): string[] =>
  [...textOf(page).matchAll(/^ {4}(np[mx] .*)$/gm)].map(match => match[1]!);

describe('in a fresh copy', () => {
  const copy = join(temporaryFolder(), 'catalog');
  let port: number;
  let server: ReturnType<typeof spawn>;
  const environment = () => ({
    PATH: process.env.PATH,
    HOME: dirname(copy),
    PORT: String(port),
    READING: '0',
  });

  before(async () => {
    port = await freePort();
    for (const name of files.filter(
      each => !/^(?:test|data|dist)\//.test(each) && existsSync(join(root, each)),
    )) {
      mkdirSync(join(copy, dirname(name)), { recursive: true });
      cpSync(join(root, name), join(copy, name));
    }
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
    // `npm ci` is what the copy of `node_modules` stands for.
    const start = commandsOf('README.md')
      .find(command => command.endsWith('&& npm start'))!
      .split('&& ')[1]!;
    const [program, ...words] = start.split(' ');
    server = spawn(program!, words, { cwd: copy, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    await new Promise<void>((resolve, reject) => {
      const hear = (chunk: Buffer) => {
        said += chunk;
        if (/serving/.test(said)) resolve();
      };
      server.stdout!.on('data', hear);
      server.stderr!.on('data', hear);
      server.once('exit', () => reject(new Error(said)));
    });
  });
  after(async () => {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
  });

  const run = commandsOf('README.md').filter(command => !aside.some(each => each.test(command)));

  for (const command of run)
    test(`\`${command}\` does what the page says`, async () => {
      const [program, ...words] = command.replace('localhost:8080', `localhost:${port}`).split(' ');
      const { stdout, stderr } = await execute(program!, words, { cwd: copy, env: environment() });
      assert.notEqual(stdout + stderr, '');
    });

  test('the addresses of the README answer', async () => {
    const addresses = [...textOf('README.md').matchAll(/^ {4}curl "?localhost:8080([^\s"]+)/gm)].map(
      match => match[1]!,
    );
    assert.ok(
      addresses.length >= 5 && run.length >= 1,
      `${addresses.length} addresses, ${run.length} commands`,
    );
    for (const address of addresses)
      assert.equal((await fetch(`http://localhost:${port}${address}`)).status, 200, address);
  });
});
