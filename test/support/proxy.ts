/** The shipped configurations of proxies, run with their own programs on other ports. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../scripts/support/port.ts';
import { temporaryFolder, write } from './folder.ts';
import { ask } from './passage.ts';

const shipped = (name: string) => readFileSync(join('scripts/deploy', name), 'utf8');

/** Replaces what must be there. */
export function adapted(text: string, changes: Record<string, string>): string {
  return Object.entries(changes).reduce((changed, [from, to]) => {
    assert.ok(changed.includes(from), `the shipped configuration has ${from}`);
    return changed.replaceAll(from, to);
  }, text);
}

interface Ports {
  own: number;
  other: number;
  server: string;
  second: string;
}

export interface ShippedProxy {
  name: string;
  /** Writes a configuration for these ports; returns the command that runs it, and its address. */
  prepare(folder: string, ports: Ports): Promise<[string[], string]>;
}

export const nginx: ShippedProxy = {
  name: 'nginx',
  async prepare(folder, { own, other, server, second }) {
    newCertificate(folder);
    mkdirSync(join(folder, 'cache'));
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const text = adapted(shipped('nginx.conf'), {
      'http {\n': `http {\n${temporary.map(each => `  ${each}_temp_path ${folder}/${each};\n`).join('')}`,
      ...{ 'listen 80;': `listen 127.0.0.1:${other};`, 'listen 443 ssl': `listen 127.0.0.1:${own} ssl` },
      ...{ '/etc/ssl/catalog': folder, '/var/lib/nginx': join(folder, 'cache'), '/var/log/nginx': folder },
      ...{ '127.0.0.1:8080': server, '127.0.0.1:8081': second },
    });
    write(folder, 'nginx.conf', text);
    const settings = `daemon off; pid ${join(folder, 'pid')};`;
    return [
      ['nginx', '-p', folder, '-c', join(folder, 'nginx.conf'), '-g', settings],
      `https://127.0.0.1:${own}`,
    ];
  },
};

const caddy: ShippedProxy = {
  name: 'caddy',
  async prepare(folder, { own, server }) {
    const text = adapted(shipped('Caddyfile'), {
      'catalog.example.org {': `http://catalog.example.org:${own} {\n\tbind 127.0.0.1`,
      '127.0.0.1:8080': server,
    });
    write(folder, 'Caddyfile', adapted(text, { '{\n\t# What Caddy': '{\n\tadmin off\n\t# What Caddy' }));
    const command = ['caddy', 'run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
    return [command, `http://127.0.0.1:${own}`];
  },
};

export const haproxy: ShippedProxy = {
  name: 'haproxy',
  async prepare(folder, { own, other, server, second }) {
    const [key, certificate] = newCertificate(folder);
    write(folder, 'catalog.pem', readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
    const text = adapted(shipped('haproxy.cfg'), {
      'bind :80': `bind 127.0.0.1:${other}`,
      'bind :443 ssl': `bind 127.0.0.1:${own} ssl`,
      '/etc/haproxy/catalog.pem': join(folder, 'catalog.pem'),
      '127.0.0.1:8080': server,
      '127.0.0.1:8081': second,
    });
    write(folder, 'haproxy.cfg', text);
    return [['haproxy', '-db', '-f', join(folder, 'haproxy.cfg')], `https://127.0.0.1:${own}`];
  },
};

/** All that are shipped. */
export const proxies = [nginx, caddy, haproxy];

/** Makes a certificate that nobody trusts. Returns the paths of its key and of itself. */
function newCertificate(folder: string): [key: string, certificate: string] {
  const files: [string, string] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
  const words = ['req', '-x509', '-newkey', 'ed25519', '-nodes', '-days', '2', '-subj', '/CN=catalog'];
  assert.equal(spawnSync('openssl', [...words, '-keyout', files[0], '-out', files[1]]).status, 0);
  return files;
}

/** A proxy that runs. */
export interface RunningProxy {
  address: string;
  /** All that it logged so far. */
  logs(): string;
}

/**
 * Starts a proxy in front of a server; it ends after the test.
 * @param server where the server listens, as host and port
 * @param second the same of a second one; without it nothing listens there
 */
export async function startProxy(
  context: Pick<TestContext, 'after'>,
  proxy: ShippedProxy,
  server: string,
  second = '127.0.0.1:1',
): Promise<RunningProxy> {
  const folder = temporaryFolder();
  spawnSync('chmod', ['755', folder]);
  const ports = { own: await freePort(), other: await freePort(), server, second };
  const [[program, ...words], address] = await proxy.prepare(folder, ports);
  const child = spawn(program!, words, {
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', chunk => {
    said += chunk;
  });
  const ended = new Promise(resolve => child.once('exit', resolve));
  context.after(() => {
    child.kill('SIGTERM');
    return ended;
  });
  // A health check of the proxy comes before it answers.
  for (;;) {
    const answer = await ask(address, '/livez').catch(() => undefined);
    if (answer?.status === 200) return { address, logs: () => said + logsIn(folder) };
    assert.equal(child.exitCode, null, said);
    await wait(50);
  }
}

/** Reads the log files of a proxy, as one text. */
const logsIn = (folder: string): string =>
  readdirSync(folder)
    .filter(name => name.endsWith('.log'))
    .map(name => readFileSync(join(folder, name), 'utf8'))
    .join('');
