/** An entry point run through the launcher, to its end. */
import { spawnSync } from 'node:child_process';
import { exampleContent } from './folder.ts';

/** A small program, which prints its arguments. */
export const small = 'test/fixture/launched.ts';

/** Runs an entry point, or a command of the launcher. */
export const launch = (entry: string, environment: Record<string, string>, ...options: string[]) =>
  spawnSync(process.execPath, ['scripts/launch.cjs', entry, ...options], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, READING: '0', CONTENT_DIR: exampleContent, ...environment },
  });
