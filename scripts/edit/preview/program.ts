/** The program `npm run preview`: what it serves, how it ends, and why it does not start. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { KeyRing } from '#document/proof/signature.ts';
import { EnvironmentError, readEnvironment, sharedVariables } from '#document/text/environment.ts';
import { loadKeyRing } from '../../../build/document/proof/disk/signing-key.ts';
import type { Host } from '../../support/host.ts';
import { PreviewServer } from './server.ts';
import { PreviewSite } from './site.ts';
import { watchFolder } from './watch.ts';

const usage = 'Usage: npm run preview [-- --port N] [--open]\n';

/** The default port; any other when it is taken. */
const usualPort = 8090;

/** A reason not to start, in one line. */
class PreviewError extends Error {}

const options = { port: { type: 'string' }, open: { type: 'boolean', default: false } } as const;

async function serve({ port, open }: { port?: string; open: boolean }, host: Host): Promise<void> {
  const wanted = port === undefined ? undefined : portOf(port);
  const { CONTENT_DIR: contentDir } = readEnvironment({ CONTENT_DIR: sharedVariables.CONTENT_DIR }, host.env);
  if (!statSync(contentDir, { throwIfNoEntry: false })?.isDirectory())
    throw new PreviewError(`CONTENT_DIR: there is no folder ${contentDir}.`);
  const server = new PreviewServer();
  const baseUrl = `http://localhost:${await listen(server, wanted)}`;
  const site = new PreviewSite({ contentDir, baseUrl, keys: passingKeys() });
  server.serve(site);
  const look = () => {
    const started = performance.now();
    if (!site.refresh()) return;
    void server.tell();
    say(host, site, performance.now() - started);
  };
  const watch = watchFolder(contentDir, look);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      watch.close();
      await server.close();
    });
  }
  host.stdout.write(`Preview of ${contentDir} at ${baseUrl}/. Stop it with Ctrl-C.\n`);
  say(host, site);
  if (open) openBrowser(`${baseUrl}/`);
}

function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port >= 1 && port <= 65535) return port;
  throw new PreviewError(`--port: expected a port from 1 to 65535, not ${text}.`);
}

async function listen(server: PreviewServer, wanted: number | undefined): Promise<number> {
  try {
    return await server.listen(wanted ?? usualPort);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    if (wanted === undefined) return server.listen(0);
    throw new PreviewError(`Port ${wanted} is taken. Name another one, or none: a free one is then found.`);
  }
}

/** Keys that sign what is shown, and nothing else. */
function passingKeys(): KeyRing {
  const dataDir = mkdtempSync(join(tmpdir(), 'preview-'));
  try {
    return loadKeyRing({ dataDir, now: '2000-01-01T00:00:00Z' });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function say({ stdout }: Host, site: PreviewSite, milliseconds?: number): void {
  const { length } = site.diagnostics('/');
  const mistakes = length === 0 ? 'no mistakes' : length === 1 ? '1 mistake' : `${length} mistakes`;
  const taken = milliseconds === undefined ? '' : `, in ${milliseconds.toFixed(0)} ms`;
  stdout.write(`${mistakes}${taken}\n`);
}

function openBrowser(url: string): void {
  const [command, ...words] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', url]
        : ['xdg-open', url];
  // Without a browser the address on the terminal is enough.
  spawn(command!, words, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}

/** Shows the content until it is stopped. */
export async function preview(host: Host): Promise<void> {
  try {
    await serve(parseArgs({ args: host.argv.slice(2), options }).values, host);
  } catch (error) {
    const isUsage =
      error instanceof TypeError &&
      String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS');
    const isTold = isUsage || error instanceof PreviewError || error instanceof EnvironmentError;
    if (!isTold) throw error;
    host.stderr.write(`${(error as Error).message}\n${isUsage ? usage : ''}`);
    host.exitCode = isUsage ? 2 : 1;
  }
}
