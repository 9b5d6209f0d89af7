/**
 * The image without a container engine: the instructions of `scripts/deploy/Dockerfile`, run one after the other in a Debian that
 * debootstrap makes, and the service started from it as the image's user on a read-only root. Needs root, debootstrap, a Debian
 * mirror and the npm registry.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../scripts/support/port.ts';
import { makeDebian, nodeOf, run } from '../support/debian.ts';
import { temporaryFolder } from '../support/folder.ts';
import type { Campaign } from './campaign.ts';

const project = join(import.meta.dirname, '../..');
/** The images that a stage may begin from; those of Node.js name its major version. */
const image = /^(?:node:(\d+)-|debian:)bookworm-slim$/;
const user = 1000;

interface Instruction {
  name: string;
  text: string;
}

/** The instructions of a Dockerfile, with continued lines joined. */
function instructions(text: string): Instruction[] {
  const lines = text.replace(/\\\n\s*/g, '').split('\n');
  return lines
    .filter(line => line.trim() !== '' && !line.startsWith('#'))
    .map(line => ({ name: line.split(' ', 1)[0]!, text: line.slice(line.indexOf(' ') + 1) }));
}

/** Adds Node.js of a major version and npm, as the image of Node.js has them. */
function addNode(folder: string, major: string): void {
  cpSync(nodeOf(major), join(folder, 'usr/local/bin/node'));
  const npm = join(run('npm', 'root', '-g').trim(), 'npm');
  cpSync(npm, join(folder, 'usr/local/lib/node_modules/npm'), { recursive: true });
  const start = '#!/bin/sh\nexec node /usr/local/lib/node_modules/npm/bin/npm-cli.js "$@"\n';
  writeFileSync(join(folder, 'usr/local/bin/npm'), start);
  chmodSync(join(folder, 'usr/local/bin/npm'), 0o755);
  cpSync('/etc/resolv.conf', join(folder, 'etc/resolv.conf'));
  // Certificates of a network that has its own, and how npm reaches the registry from here.
  const certificates = '/etc/ssl/certs/ca-certificates.crt';
  if (existsSync(certificates)) {
    mkdirSync(dirname(join(folder, certificates)), { recursive: true });
    cpSync(certificates, join(folder, certificates));
  }
  if (existsSync(join(homedir(), '.npmrc'))) cpSync(join(homedir(), '.npmrc'), join(folder, 'root/.npmrc'));
  run('chroot', folder, 'useradd', '--uid', String(user), '--user-group', 'node');
}

interface Stage {
  root: string;
  directory: string;
  environment: Record<string, string>;
  entry: string[];
  command: string[];
  check: string[];
}

/** Runs the instructions. Returns the last stage. */
function buildImage(text: string, folder: string, say: (text: string) => void): Stage {
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const each of instructions(text)) {
    say(`${each.name} ${each.text}`.slice(0, 120));
    if (each.name === 'FROM') {
      const [from = '', , as = String(stages.size)] = each.text.split(' ');
      stage = { root: join(folder, as), directory: '/', environment: {}, entry: [], command: [], check: [] };
      stages.set(as, stage);
      const debian = join(folder, 'debian');
      if (!existsSync(debian)) makeDebian(debian);
      run('cp', '-a', debian, stage.root);
      const [, major] = image.exec(from)!;
      if (major) addNode(stage.root, major);
    } else apply(each, stage!, stages);
  }
  return stage!;
}

function apply({ name, text }: Instruction, stage: Stage, stages: ReadonlyMap<string, Stage>): void {
  if (name === 'WORKDIR') {
    stage.directory = text;
    mkdirSync(join(stage.root, text), { recursive: true });
  } else if (name === 'COPY') copy(text, stage, stages);
  else if (name === 'RUN') run('chroot', stage.root, 'sh', '-c', `cd ${stage.directory} && ${text}`);
  else if (name === 'ENV')
    Object.assign(stage.environment, Object.fromEntries(text.split(' ').map(pair => pair.split('='))));
  else if (name === 'ENTRYPOINT') stage.entry = JSON.parse(text) as string[];
  else if (name === 'CMD') stage.command = JSON.parse(text) as string[];
  else if (name === 'HEALTHCHECK') stage.check = JSON.parse(text.slice(text.indexOf('['))) as string[];
  // What is written into a volume, and which port is published, is said at the start.
  else assert.ok(['USER', 'VOLUME', 'EXPOSE'].includes(name), `unknown instruction ${name}`);
  if (name === 'USER') assert.equal(text, 'node');
}

function copy(text: string, stage: Stage, stages: ReadonlyMap<string, Stage>): void {
  const words = text.split(' ');
  const from = words[0]!.startsWith('--from=')
    ? stages.get(words.shift()!.slice('--from='.length))!.root
    : project;
  const to = words.pop()!;
  for (const source of words) {
    const isFolder = words.length > 1 || to === './';
    const target = join(stage.root, resolve(stage.directory, to), isFolder ? source : '');
    mkdirSync(dirname(target), { recursive: true });
    run('cp', '-a', join(from, source), target);
  }
}

/** Starts the image as its user, with a root that cannot be written but for its volumes. */
function startImage({ root, directory, environment, entry, command }: Stage, port: number): ChildProcess {
  const script = `
    mount --bind ${root} ${root} && cd ${root} &&
    mount -t tmpfs tmpfs data && mount -t tmpfs tmpfs dist && mount -t tmpfs tmpfs tmp && mount -t proc proc proc &&
    chown ${user}:${user} data dist && mount -o remount,bind,ro ${root} &&
    exec chroot --userspec=${user}:${user} ${root} /bin/sh -c 'cd ${directory} && exec "$@"' sh "$@"`;
  return spawn('unshare', ['--mount', 'sh', '-c', script, 'sh', ...entry, ...command], {
    env: { PATH: process.env.PATH, ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Waits until it is ready; the first start builds the catalog. */
async function untilReady(url: string, server: ChildProcess): Promise<void> {
  for (;;) {
    assert.equal(server.exitCode, null, 'the service ended');
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await wait(500);
  }
}

export const campaign: Campaign = {
  description: "the Dockerfile's steps in a Debian of its own, and the service from it on a read-only root",
  rounds: 1,
  async run({ say }) {
    assert.equal(process.getuid?.(), 0, 'only root can make and enter another root');
    const folder = temporaryFolder();
    const stage = buildImage(readFileSync(join(project, 'scripts/deploy/Dockerfile'), 'utf8'), folder, say);
    const megabytes = Number(run('du', '-sm', stage.root).split('\t')[0]);
    const port = await freePort();
    const server = startImage(stage, port);
    try {
      await untilReady(`http://127.0.0.1:${port}/readyz`, server);
      const page = await fetch(`http://127.0.0.1:${port}/llms.txt`);
      assert.equal(page.status, 200);
      const check = stage.check.map(word => word.replace('8080', String(port)));
      run('chroot', `--userspec=${user}:${user}`, stage.root, ...check);
      // Commands of the operator run without npm.
      const operator = 'node --import tsx scripts/operator.ts tenant create acme';
      const command = `cd ${stage.directory} && mkdir /tmp/data && DATA_DIR=/tmp/data ${operator}`;
      assert.match(
        run('chroot', `--userspec=${user}:${user}`, stage.root, 'sh', '-c', command),
        /tenant: acme/,
      );
      const ended = new Promise<number | null>(resolve => server.once('exit', code => resolve(code)));
      server.kill('SIGTERM');
      assert.equal(await ended, 0);
    } finally {
      server.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
    return {
      steps: instructions(readFileSync(join(project, 'scripts/deploy/Dockerfile'), 'utf8')).length,
      megabytes,
    };
  },
};
