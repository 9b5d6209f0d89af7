/**
 * Runs `npm run build`, which builds `content` into `dist`. If the content has errors, prints all faults, leaves the pages in
 * `dist` as they were, and sets the exit code 1.
 */

import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { LogError } from '#document/proof/log/error.ts';
import {
  baseUrlOf,
  EnvironmentError,
  isOfThisMachine,
  readEnvironment,
  sharedVariables,
  signingKeyOf,
  signingVariables,
} from '#document/text/environment.ts';
import { timeText } from '#document/text/time.ts';
import { warnOfExpiry } from '../catalog/check/operator-file.ts';
import { readOperatorFiles } from '../catalog/source/read.ts';
import { formatFault, isError } from '../catalog/source/source-fault.ts';
import { keepTenantKey, markUsed, SigningKeyError } from '../document/proof/disk/signing-key.ts';
import { exclusively, FolderLockError } from '../publish/exclusive.ts';
import { forgetFailure, noteFailure } from '../publish/failure.ts';
import { traceOfHistory } from '../publish/history.ts';
import type { Host } from '../publish/host.ts';
import { startProfile } from '../publish/profile.ts';
import { progressOn } from '../publish/progress.ts';
import { type BuildResult, build } from './build.ts';
import { type Fixed, fixContent } from './fix.ts';
import { liveCheckpoint } from './live-log.ts';
import { documentOf, tellPeople } from './outcome.ts';
import { documentsIn, documentsOnServer, keysFor } from './signed-documents.ts';
import { tidy } from './tidy.ts';

/** The environment variables that only the build reads. */
const buildVariables = {
  READING: z.enum(['0', '1']).default('1').describe('0 or 1'),
  PROFILE: z.enum(['server', 'static']).default('server').describe('server or static'),
  NEW_LOG: z.enum(['0', '1']).default('0').describe('0 or 1'),
  LIVE_URL: sharedVariables.BASE_URL,
  // Where a server and its build share their settings; its form is checked by the server.
  DATABASE_URL: z.string().optional().describe('a postgres:// URL, or nothing for SQLite in DATA_DIR'),
};

const options = {
  profile: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  fix: { type: 'boolean', default: false },
  tidy: { type: 'boolean', default: false },
  'new-log': { type: 'boolean', default: false },
  live: { type: 'string' },
} as const;

type Words = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

async function main(
  host: Host,
  { profile: profiled, json = false, fix, live, 'new-log': newLog }: Words,
): Promise<number> {
  const started = performance.now();
  const setting = readEnvironment({ ...sharedVariables, ...signingVariables, ...buildVariables }, host.env);
  const made = profileOf(setting);
  const profile = profiled ? startProfile() : undefined;
  const baseUrl = baseUrlOf(setting);
  const signingKey = signingKeyOf(setting, readFileSync);
  const liveUrl = live === undefined ? setting.LIVE_URL : liveUrlIn(live);
  const checkpoint = liveUrl === undefined ? undefined : await liveCheckpoint(liveUrl);
  const documents = setting.DATABASE_URL ? await documentsOnServer(setting.DATABASE_URL) : undefined;
  const work = async () => {
    // Keys, time and everything else are read once no other build can change them.
    const now = timeText();
    const content = { contentDir: setting.CONTENT_DIR, baseUrl, now };
    const fixed = fix ? await fixContent(content) : [];
    const history = traceOfHistory(setting.DATA_DIR);
    const keys = keysFor(documents ?? documentsIn(setting.DATA_DIR), {
      signingKey,
      dataDir: setting.DATA_DIR,
      now,
    });
    if (!signingKey) keepTenantKey(setting.DATA_DIR, keys);
    const result = await build({
      ...content,
      distDir: setting.DIST_DIR,
      keys,
      logDir: join(setting.DATA_DIR, 'log'),
      ...made,
      history,
      newLog: newLog || setting.NEW_LOG === '1',
      live: checkpoint,
      throwAwayLog: !signingKey && liveUrl === undefined && isOfThisMachine(baseUrl),
      progress: progressOn(host.stderr),
      ...(profile && { profile }),
    });
    if (result.ok) markUsed(setting.DATA_DIR);
    return { result, fixed };
  };
  const { DATA_DIR, DIST_DIR } = setting;
  const done = await notingFailure(DIST_DIR, () =>
    exclusively([DATA_DIR, DIST_DIR], text => host.stderr.write(text), work),
  );
  const outcome = { ...done, baseUrl, milliseconds: performance.now() - started };
  if (json) writeJson(host, documentOf(outcome));
  else tellPeople(outcome, host);
  if (!done.result.ok) return 1;
  const shown = (name: string) => relative(process.cwd(), join(setting.CONTENT_DIR, name));
  host.stderr.write(warnOfExpiry(readOperatorFiles(setting.CONTENT_DIR).texts, shown, timeText()) ?? '');
  if (profile) (json ? host.stderr : host.stdout).write(profile.table());
  return 0;
}

/**
 * Returns whether to build the reading edition, and whether to build for a host of plain files.
 * @throws EnvironmentError for a host of plain files without the reading edition, which answers `/`
 */
function profileOf({ READING, PROFILE }: { READING: string; PROFILE: string }) {
  const [reading, isStatic] = [READING === '1', PROFILE === 'static'];
  if (isStatic && !reading)
    throw new EnvironmentError(
      'READING: expected 1 with PROFILE=static, because its host answers `/` with HTML.',
    );
  return { reading, isStatic };
}

/**
 * Returns the address of the live service from the text of an option.
 * @throws EnvironmentError if the text is no such address
 */
function liveUrlIn(text: string): string {
  const { LIVE_URL } = readEnvironment({ LIVE_URL: buildVariables.LIVE_URL }, { LIVE_URL: text || 'none' });
  return LIVE_URL!;
}

/**
 * Runs a build. Notes a failure in the tree, or removes the note of an earlier one after a success. Throws what the build throws.
 */
async function notingFailure(dist: string, work: () => Promise<Done>): Promise<Done> {
  try {
    const done = await work();
    const errors = done.result.ok ? [] : done.result.messages.filter(isError);
    if (done.result.ok) forgetFailure(dist);
    else noteFailure(dist, timeText(), `${errors.length} errors; the first: ${formatFault(errors[0]!)}`);
    return done;
  } catch (error) {
    noteFailure(dist, timeText(), explain(error) ?? 'a bug, of which its output has the stack');
    throw error;
  }
}

interface Done {
  result: BuildResult;
  fixed: Fixed[];
}

const writeJson = ({ stdout }: Host, value: object): unknown =>
  stdout.write(`${JSON.stringify(value, undefined, 2)}\n`);

/** Tells whether an error says that a disk or a quota is full. An error of a thread has only the code in its message. */
const isOutOfRoom = (error: Error): boolean =>
  /\b(?:ENOSPC|EDQUOT|EFBIG|SQLITE_FULL)\b/.test(`${(error as NodeJS.ErrnoException).code} ${error.message}`);

/** Returns the line for an error that an editor or operator can fix; undefined for a bug, whose stack should be printed. */
function explain(error: unknown): string | undefined {
  if (error instanceof LogError && (error.fault === 'lost' || error.fault === 'unreachable'))
    return `${error.message} Nothing was published.`;
  if (error instanceof LogError) {
    const again = 'remove DIST_DIR and the folder `log` in DATA_DIR, and run `npm run build -- --new-log`';
    return `${error.message} Nothing was published. If no one but you ever saw this log, ${again}.`;
  }
  if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) {
    return `${error.message.replace(/\.?$/, '.')} The options are --fix, --json, --live URL, --new-log, --profile and --tidy.`;
  }
  if (error instanceof Error && isOutOfRoom(error))
    return 'The disk of DIST_DIR or DATA_DIR is full. Nothing was published, and the earlier catalog is still there. Free some space, and build again.';
  const isForPeople =
    error instanceof EnvironmentError || error instanceof SigningKeyError || error instanceof FolderLockError;
  return isForPeople ? error.message : undefined;
}

/**
 * Runs the command, and sets the exit code of the process.
 * @throws Error for a bug
 */
export async function buildCommand(host: Host): Promise<void> {
  try {
    const { values } = parseArgs({ args: host.argv.slice(2), options });
    if (values.tidy) await tidy();
    else host.exitCode = await main(host, values);
  } catch (error) {
    const line = explain(error);
    if (line === undefined) throw error;
    if (host.argv.includes('--json')) writeJson(host, { ok: false, fixed: [], diagnostics: [], error: line });
    host.stderr.write(`${line}\n`);
    host.exitCode = 1;
  }
}
