/** `npm run build`: content → dist. Exit code 1 with every fault when the content has any; `dist` is then untouched. */
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import {
  baseUrlOf,
  EnvironmentError,
  readEnvironment,
  sharedVariables,
  signingVariables,
} from '#document/environment.ts';
import { LogError } from '#document/log/error.ts';
import { type BuildResult, build } from './build.ts';
import { warnOfExpiry } from './check/operator-file.ts';
import { exclusively, LockError } from './publish/exclusive.ts';
import { formatAnnotation, formatMessage, type Message, summarise } from './source/message.ts';
import { readOperatorFiles } from './source/read.ts';
import { loadKeyRing, SigningKeyError } from './trust/signing-key.ts';
import { startProfile } from './work/profile.ts';
import { progressOn } from './work/progress.ts';

/** Settings of the build alone. */
const buildVariables = {
  READING: z.enum(['0', '1']).default('1').describe('0 or 1'),
};

function main(): number {
  const started = performance.now();
  const setting = readEnvironment(
    { ...sharedVariables, ...signingVariables, ...buildVariables },
    process.env,
  );
  const { values } = parseArgs({ options: { profile: { type: 'boolean', default: false } } });
  const profile = values.profile ? startProfile() : undefined;
  const work = () => {
    // Keys, time and everything else are read once no other build can change them.
    const now = rfc3339Now();
    return build({
      contentDir: setting.CONTENT_DIR,
      distDir: setting.DIST_DIR,
      cacheDir: setting.DATA_DIR,
      baseUrl: baseUrlOf(setting),
      keys: loadKeyRing({ signingKey: setting.SIGNING_KEY, dataDir: setting.DATA_DIR, now }),
      logDir: join(setting.DATA_DIR, 'log'),
      now,
      reading: setting.READING === '1',
      progress: progressOn(process.stderr),
      ...(profile && { profile }),
    });
  };
  const result = exclusively([setting.DATA_DIR, setting.DIST_DIR], text => process.stderr.write(text), work);
  if (!result.ok) return report(result.messages);
  process.stdout.write(summaryOf(result, performance.now() - started, baseUrlOf(setting)));
  const shown = (name: string) => relative(process.cwd(), join(setting.CONTENT_DIR, name));
  process.stderr.write(warnOfExpiry(readOperatorFiles(setting.CONTENT_DIR).texts, shown, rfc3339Now()) ?? '');
  if (profile) process.stdout.write(profile.table());
  return 0;
}

const rfc3339Now = (): string => new Date().toISOString().replace(/\.\d+Z$/, 'Z');

function report(messages: readonly Message[]): number {
  process.stderr.write(`\n${messages.map(formatMessage).join('\n')}\n${summarise(messages)}`);
  if (process.env.GITHUB_ACTIONS) process.stdout.write(messages.map(formatAnnotation).join(''));
  return 1;
}

function summaryOf(result: BuildResult & { ok: true }, milliseconds: number, baseUrl: string): string {
  const { sources, compiled, rendered, restored, pages } = result;
  const seconds = (milliseconds / 1000).toFixed(2);
  return (
    `Built ${pages} pages from ${sources} sources for ${baseUrl} in ${seconds} s ` +
    `(${compiled} sources compiled, ${rendered} pages written${restored ? ', the others put back as they were' : ''}).\n`
  );
}

/** What an editor or operator can fix is reported in a few words; anything else is a bug and keeps its stack. */
function explain(error: unknown): string | undefined {
  if (error instanceof LogError) {
    return `${error.message} Nothing was published. If no one but you ever saw this log, remove DIST_DIR and the folder \`log\` in DATA_DIR, and build again.`;
  }
  const isTold =
    error instanceof EnvironmentError || error instanceof SigningKeyError || error instanceof LockError;
  return isTold ? error.message : undefined;
}

try {
  process.exitCode = main();
} catch (error) {
  const line = explain(error);
  if (line === undefined) throw error;
  process.stderr.write(`${line}\n`);
  process.exitCode = 1;
}
