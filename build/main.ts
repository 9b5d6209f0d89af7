/** `npm run build`: content → dist. Exit code 1 with every fault when the content has any; `dist` is then untouched. */
import { baseUrlOf, EnvironmentError, readEnvironment, sharedVariables } from '#document/environment.ts';
import { type BuildResult, build } from './build.ts';
import { formatAnnotation, formatMessage, type Message, summarise } from './message.ts';
import { progressOn } from './progress.ts';

function main(): number {
  const started = performance.now();
  const setting = readEnvironment(sharedVariables, process.env);
  const result = build({
    contentDir: setting.CONTENT_DIR,
    distDir: setting.DIST_DIR,
    cacheDir: setting.DATA_DIR,
    baseUrl: baseUrlOf(setting),
    progress: progressOn(process.stderr),
  });
  if (!result.ok) return report(result.messages);
  process.stdout.write(summaryOf(result, performance.now() - started, baseUrlOf(setting)));
  return 0;
}

function report(messages: readonly Message[]): number {
  process.stderr.write(`\n${messages.map(formatMessage).join('\n')}\n${summarise(messages)}`);
  if (process.env.GITHUB_ACTIONS) process.stdout.write(messages.map(formatAnnotation).join(''));
  return 1;
}

function summaryOf(result: BuildResult & { ok: true }, milliseconds: number, baseUrl: string): string {
  const { sources, compiled, rendered, manifest } = result;
  const seconds = (milliseconds / 1000).toFixed(2);
  return (
    `Built ${manifest.pages.length} pages from ${sources} sources for ${baseUrl} in ${seconds} s ` +
    `(${compiled} sources compiled, ${rendered} pages written).\n`
  );
}

try {
  process.exitCode = main();
} catch (error) {
  if (!(error instanceof EnvironmentError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
