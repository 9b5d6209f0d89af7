/** What the launcher makes once for a run of all tests. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { writeKeyFile } from '#build/proof/key-file.ts';
import { freePort } from '../../scripts/support/port.ts';
import { testRing } from '../keys.ts';
import { exampleContent } from './folder.ts';

export const baseUrl = 'http://catalog.test';

/** Where the launcher keeps its bundles, below the folder that the tests of a run share. */
export const launcherFolder = 'launcher';
/** Where the small catalog is, below the same folder. */
export const exampleFolder = 'example';

/** By this long after its start, in milliseconds, a server has loaded all its parts. */
const settled = 1200;

/**
 * Builds the small catalog and serves it for a moment, so that the launcher has its bundles and the code that V8 made of them.
 * @param folder what the tests of a run share
 * @param signal ends it
 */
export async function prepareLauncher(folder: string, signal?: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, ['scripts/launch.cjs', 'start'], {
    env: {
      ...{ PATH: process.env.PATH, CONTENT_DIR: exampleContent, BASE_URL: baseUrl, READING: '0' },
      ...{ SIGNING_KEY: writeKeyFile(testRing()), PORT: String(await freePort()) },
      ...{ DATA_DIR: join(folder, launcherFolder), DIST_DIR: join(folder, exampleFolder) },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    signal,
  });
  // It was ended.
  child.on('error', () => {});
  child.stdout.on('data', text => {
    if (String(text).includes('serving http')) setTimeout(() => child.kill(), settled);
  });
  await new Promise(resolve => child.once('exit', resolve));
}
