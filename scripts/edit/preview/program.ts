/** The program `npm run preview`: starts the preview, ends it, and says why it does not start. */
import { mkdtempSync, rmSync, statSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { KeyRing } from '#document/proof/signature.ts';
import { readEnvironment, sharedVariables } from '#document/text/environment.ts';
import { loadKeyRing } from '../../../build/document/proof/disk/signing-key.ts';
import { plural } from '../../../build/document/text/plain-text.ts';
import type { Host } from '../../support/host.ts';
import { Refused, told } from '../told.ts';
import { PreviewServer } from './server.ts';
import { PreviewSite } from './site.ts';

/** The default port; if it is taken, any free port is used. */
const usualPort = 8090;
/** The milliseconds within which all saves count as one change, since programs save in several steps. */
const settleMilliseconds = 15;
/** The milliseconds after which the preview looks again for changes that the file system did not report. */
const lookMilliseconds = 400;

async function serve(host: Host): Promise<void> {
  const { values } = parseArgs({
    args: host.argv.slice(2),
    options: { port: { type: 'string' } },
  });
  const { CONTENT_DIR: contentDir } = readEnvironment({ CONTENT_DIR: sharedVariables.CONTENT_DIR }, host.env);
  if (!statSync(contentDir, { throwIfNoEntry: false })?.isDirectory())
    throw new Refused(`CONTENT_DIR: there is no folder ${contentDir}.`);
  const server = new PreviewServer();
  const baseUrl = `http://localhost:${await listen(server, values.port)}`;
  const site = new PreviewSite({ contentDir, baseUrl, keys: passingKeys() });
  server.site = site;
  const say = (taken: string) => {
    const { length } = site.diagnostics();
    host.stdout.write(`${length === 0 ? 'no mistakes' : plural(length, 'mistake')}${taken}\n`);
  };
  watchFolder(contentDir, () => {
    const started = performance.now();
    if (!site.refresh()) return;
    void server.tell();
    say(`, in ${(performance.now() - started).toFixed(0)} ms`);
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
  host.stdout.write(`Preview of ${contentDir} at ${baseUrl}/. Stop it with Ctrl-C.\n`);
  say('');
}

async function listen(server: PreviewServer, wanted: string | undefined): Promise<number> {
  if (wanted !== undefined && !(/^\d{1,5}$/.test(wanted) && +wanted >= 1 && +wanted <= 65535))
    throw new Refused(`--port: expected a port from 1 to 65535, not ${wanted}.`);
  try {
    return await server.listen(Number(wanted ?? usualPort));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    if (wanted === undefined) return server.listen(0);
    throw new Refused(
      `Port ${wanted} is taken. Name another port, or none, and the preview finds a free one.`,
    );
  }
}

/** Makes keys that sign only the pages of the preview. */
function passingKeys(): KeyRing {
  const dataDir = mkdtempSync(join(tmpdir(), 'preview-'));
  try {
    return loadKeyRing({ dataDir, now: '2000-01-01T00:00:00Z' });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Calls `look` soon after anything in a folder changes, and also at regular intervals. */
function watchFolder(folder: string, look: () => void): void {
  let settling: NodeJS.Timeout | undefined;
  const change = () => {
    clearTimeout(settling);
    settling = setTimeout(look, settleMilliseconds);
  };
  setInterval(look, lookMilliseconds);
  // Where the system cannot watch that much, looking now and then is enough.
  try {
    watch(folder, { recursive: true }, change).on('error', () => {});
  } catch {}
}

/** Serves the preview of the content until it is stopped. */
export const preview = (host: Host): Promise<void> => told(host, () => serve(host));
