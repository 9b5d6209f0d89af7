#!/usr/bin/env node
/**
 * The command of the service. In a clone tsx runs it (`npm run build`, `serve`, `start`, `operator`, `verify`); in the package that
 * `npm run package` makes it is one bundle, `code/catalog.mjs`.
 */
import { spawnSync } from 'node:child_process';
import cluster from 'node:cluster';
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { join, resolve } from 'node:path';
import { endUntilHandled, runChild } from './support/child.ts';
import { outliveReaders } from './support/closed-output.ts';

const root = join(import.meta.dirname, '..');

const help = `Usage: agent-topology-catalog COMMAND

  start          builds the content, then serves it
  build          renders the content into ./dist
  serve          serves ./dist
  operator …     manages tenants, credentials, tickets, reporting, backups and keys
  verify TARGET  verifies a dist folder or a live site

Settings are environment variables: PORT, BASE_URL, DATA_DIR, DATABASE_URL and others, as the handbook lists them.
CONTENT_DIR is the content of this package (${join(root, 'content')}) unless you name another.
`;

// Programs find their own arguments where they would be without this file.
const [command = 'help'] = process.argv.splice(2, 1);
const ownWords = (name: string): string[] => [...process.execArgv, process.argv[1]!, name];

/** The most milliseconds for removing what an ended build left. A container is killed after ten seconds. */
const tidyingLimit = 5000;

/** Removes the files that an ended build left in `dist`, if it had begun to write. */
function tidy(): void {
  if (existsSync(join(distFolder(), '.build-lock-owner')))
    spawnSync(process.execPath, [...ownWords('build'), '--tidy'], { stdio: 'ignore', timeout: tidyingLimit });
}

const distFolder = (): string => resolve(process.env.DIST_DIR || './dist');

/** Builds in a child process, whose memory is freed at its end. Signals are handled by this process. */
const buildApart = (...words: string[]): Promise<number> => runChild([...ownWords('build'), ...words], tidy);

async function serve(isStart: boolean): Promise<void> {
  endUntilHandled();
  // Worker processes begin in this file too.
  if (cluster.isPrimary) cluster.setupPrimary({ args: ['serve'] });
  keepCompiled();
  const { runService } = await import('../server/main.ts');
  runService(isStart ? tellAddress : undefined);
}

/** Keeps compiled code in DATA_DIR, from Node.js 22.8 on, so that the next start is faster. */
function keepCompiled(): void {
  const { enableCompileCache } = module as { enableCompileCache?(folder: string): void };
  enableCompileCache?.(join(resolve(process.env.DATA_DIR || './data'), 'compiled'));
}

/** Writes the address of the catalog to standard error, for whoever started the service. */
const tellAddress = (baseUrl: string): void => {
  process.stderr.write(`The catalog is at ${baseUrl}/ (for agents: ${baseUrl}/llms.txt). Ctrl-C stops it.\n`);
};

/** Packs the command that the service hands out, if this is a clone and a source has changed since it was packed. */
async function packCommandOfClone(): Promise<void> {
  if (!existsSync(join(root, 'tsconfig.json'))) return;
  const { packCommandIfStale } = await import('./support/packing.ts');
  await packCommandIfStale();
}

async function start(): Promise<void> {
  const [code] = await Promise.all([buildApart(), packCommandOfClone()]);
  if (code !== 0 && !existsSync(join(distFolder(), 'manifest.json'))) process.exit(code);
  if (code !== 0)
    process.stderr.write('The build failed, so the catalog of the last good build is served.\n');
  await serve(true);
}

async function build(): Promise<void> {
  // A build is busy to its end, so as the first process of a container it would hear no signal.
  if (process.pid === 1) process.exit(await buildApart(...process.argv.slice(2)));
  // Whoever was told to end waits for this one, so the rest of the build is not loaded.
  if (process.argv[2] === '--tidy' && process.argv.length === 3)
    return (await import('../build/run/tidy.ts')).tidy();
  await import('../build/main.ts');
  await packCommandOfClone();
}

async function operator(): Promise<void> {
  outliveReaders();
  const program = await import('./operator/program.ts');
  await program.operator(process);
}

async function verify(): Promise<void> {
  outliveReaders();
  const { decisionCommand, namesDecisions } = await import('./verify/decision/program.ts');
  if (namesDecisions(process)) return decisionCommand(process);
  const { verifyCommand } = await import('./verify/program.ts');
  await verifyCommand(process);
}

const commands: Record<string, () => Promise<unknown>> = {
  start,
  build,
  serve: () => serve(false),
  operator,
  verify,
};

async function main(): Promise<void> {
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (run) {
    process.env.CONTENT_DIR ||= join(root, 'content');
    await run();
  } else if (['help', '--help', '-h'].includes(command)) process.stdout.write(help);
  else if (command === '--version')
    process.stdout.write(`${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version}\n`);
  else {
    process.stderr.write(`There is no command ${JSON.stringify(command)}.\n\n${help}`);
    process.exitCode = 2;
  }
}

void main();
