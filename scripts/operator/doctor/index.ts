/** The checks of the doctor, in the order in which they are made. */
import type { Check } from './check.ts';
import { clock } from './clock.ts';
import { database } from './database.ts';
import { dist } from './dist.ts';
import { folders } from './folders.ts';
import { keys } from './keys.ts';
import { log } from './log.ts';

export type { Finding } from './check.ts';

export const checks: Readonly<Record<string, Check>> = {
  folders,
  keys,
  log,
  dist,
  database,
  clock,
};
