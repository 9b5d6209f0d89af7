/** Checks that the folders exist, can be used, are closed to other users, and have room. */
import { constants, statfsSync, statSync } from 'node:fs';
import { isAccessible } from '../../support/accessible.ts';
import type { Check, Finding } from './check.ts';

/** The bytes of free space below which a disk counts as full. */
const leastFree = 256 * 1024 * 1024;

export const folders: Check = async ({ config }) => [
  ...look('DATA_DIR', config.dataDir, constants.R_OK | constants.W_OK),
  ...look('DIST_DIR', config.distDir, constants.R_OK),
  ...kept(config.dataDir),
];

function look(variable: string, folder: string, access: number): Finding[] {
  const state = statSync(folder, { throwIfNoEntry: false });
  if (!state?.isDirectory())
    return [{ found: `${variable}: there is no folder ${folder}.`, fix: 'Run `npm run build`.' }];
  if (!isAccessible(folder, access)) {
    const fix = 'Give the folder to the user who runs the servers, such as with `chown`.';
    return [{ found: `${variable}: this user cannot use ${folder}.`, fix }];
  }
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const found = `${variable}: ${folder} can be used and has ${Math.round(free / 1024 / 1024)} MiB free.`;
  return [
    free < leastFree ? { found, fix: 'Free some space. `operator stats` shows what grows.' } : { found },
  ];
}

function kept(folder: string): Finding[] {
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode;
  if (mode === undefined || (mode & 0o022) === 0) return [];
  return [{ found: `DATA_DIR: other users may write in ${folder}.`, fix: `Run \`chmod go-w ${folder}\`.` }];
}
