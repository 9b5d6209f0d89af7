/** Bare inserts as a contestant: see `peer/inserts.ts`. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { projectFolder } from '../../build/publish/version.ts';
import type { Answered, Rate } from './rate.ts';
import { onCore } from './tool.ts';

const exec = promisify(execFile);

/** Inserts lots of rows for some seconds, on the core that servers under measurement have. */
export async function bareInserts(
  rows: 'receipt' | 'registration',
  seconds: number,
  database: { DATABASE_URL: string } | { BENCH_DATABASE: string },
): Promise<Rate> {
  const command = [process.execPath, '--import', 'tsx', 'scripts/bench/peer/inserts.ts'];
  const [program, ...rest] = onCore(0, command);
  const env = { ...process.env, BENCH_ROWS: rows, BENCH_SECONDS: String(seconds), ...database };
  const { stdout } = await exec(program!, rest, { cwd: projectFolder, env });
  const { count, seconds: taken } = JSON.parse(stdout) as Answered;
  return { perSecond: count / taken, perCpuSecond: undefined };
}
