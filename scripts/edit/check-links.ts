/** The addresses outside the catalog that the content names, and whether they answer (`scripts/check-links.ts`). */
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { withHiddenShown } from '#document/text/characters.ts';
import { EnvironmentError, readEnvironment, sharedVariables } from '#document/text/environment.ts';
import { type FieldPath, fieldName } from '#document/text/fault.ts';
import { byText } from '#document/text/manifest.ts';
import { readContentFile } from '../../build/catalog/source/content-file.ts';
import { fieldTextsOf } from '../../build/catalog/source/prose.ts';
import { listSources } from '../../build/catalog/source/read.ts';
import { type ParsedSource, readSource } from '../../build/catalog/source/source.ts';
import { groupBy } from '../../build/document/text/group.ts';
import { plural } from '../../build/document/text/plain-text.ts';

/** Concurrent requests. Each host gets one at a time, with a pause between them. */
const concurrency = 4;
const pauseMilliseconds = 1000;
const timeoutMilliseconds = 20_000;
const userAgent = 'agent-topology-catalog check-links';

/** Responses to HEAD after which GET may still succeed: some servers do not support HEAD or refuse programs that send it. */
const headRefused = new Set([403, 404, 405, 406, 429, 500, 501, 503]);

interface Mention {
  url: string;
  /** `file:line:column`, with the field where it is one. */
  where: string;
}

interface Trial {
  url: string;
  result: 'fine' | 'moved' | 'refused' | 'gone' | 'unreachable';
  detail: string;
}

/** Every mention of an external address, in the order of files and lines. */
function mentionsIn(contentDir: string): Mention[] {
  const { files, faulty } = listSources(contentDir);
  for (const { name, fault } of faulty) process.stderr.write(`${withHiddenShown(name)}: ${fault.message}\n`);
  return files.flatMap(({ name }) => {
    const path = relative(process.cwd(), join(contentDir, name));
    const file = readContentFile(contentDir, name);
    const parsed = file.ok ? readSource(name, file.bytes) : file;
    if (parsed.ok) return mentionsOf(parsed.source, path);
    process.stderr.write(`${path} has faults and was left out; run \`npm run build\` to see them.\n`);
    return [];
  });
}

function mentionsOf(source: ParsedSource, path: string): Mention[] {
  const fields = fieldTextsOf(source.value).filter(({ text }) => isOutside(text));
  return [
    ...fields.map(({ text, path: field }) => ({ url: text, where: placeOfField(source, path, field) })),
    ...source.links
      .filter(({ url }) => isOutside(url))
      .map(({ url, line, column }) => ({ url, where: `${path}:${line}:${column}` })),
  ];
}

const isOutside = (text: string): boolean => /^https?:\/\/\S+$/i.test(text);

function placeOfField(source: ParsedSource, path: string, field: FieldPath): string {
  const { line, column } = source.place(field);
  return `${path}:${line}:${column} ${fieldName(field)}`;
}

/** Tries each address once: hosts in parallel, the addresses of one host in turn. */
async function tryAll(urls: readonly string[]): Promise<Trial[]> {
  const hosts = [...groupBy(urls, url => new URL(url).host).values()];
  const trials: Trial[] = [];
  let next = 0;
  const work = async () => {
    for (let host = hosts[next++]; host; host = hosts[next++]) {
      for (const [at, url] of host.entries()) {
        if (at > 0) await new Promise(resolve => setTimeout(resolve, pauseMilliseconds));
        trials.push(await tryOne(url));
        process.stderr.write(`\r${trials.length} of ${urls.length}`);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  process.stderr.write('\r');
  return trials.sort((a, b) => byText(a.url, b.url));
}

async function tryOne(url: string): Promise<Trial> {
  try {
    const head = await request(url, 'HEAD');
    return judge(url, headRefused.has(head.status) ? await request(url, 'GET') : head);
  } catch (error) {
    const { cause, message } = error as Error;
    return { url, result: 'unreachable', detail: cause instanceof Error ? cause.message : message };
  }
}

async function request(url: string, method: 'HEAD' | 'GET'): Promise<Response> {
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  const response = await fetch(url, { method, signal, headers: { 'User-Agent': userAgent } });
  await response.body?.cancel();
  return response;
}

function judge(url: string, { status, redirected, url: last }: Response): Trial {
  if (status === 404 || status === 410) return { url, result: 'gone', detail: String(status) };
  if (status >= 400) return { url, result: 'refused', detail: String(status) };
  return redirected ? { url, result: 'moved', detail: `to ${last}` } : { url, result: 'fine', detail: '' };
}

/** The addresses that failed, with their places, and a summary in one line. */
function summary(trials: readonly Trial[], places: (url: string) => string): string {
  const lines = trials
    .filter(({ result }) => result !== 'fine')
    .map(({ url, result, detail }) => `${result}: ${url} ${detail}\n${places(url)}`);
  const count = (result: Trial['result'], called: string = result) =>
    `${trials.filter(trial => trial.result === result).length} ${called}`;
  const counts = [count('fine'), count('moved'), count('refused', 'refused to programs'), count('gone')];
  return `${lines.join('')}${addresses(trials)}: ${counts.join(', ')}, ${count('unreachable')}.\n`;
}

const addresses = (list: readonly unknown[]): string => plural(list.length, 'address', 'addresses');

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { fetch: { type: 'boolean', default: false } } });
  const { CONTENT_DIR } = readEnvironment(sharedVariables, process.env);
  const byUrl = groupBy(mentionsIn(CONTENT_DIR), ({ url }) => url);
  const urls = [...byUrl.keys()].sort(byText);
  const places = (url: string) => (byUrl.get(url) ?? []).map(({ where }) => `    ${where}\n`).join('');
  if (!values.fetch) {
    const lines = urls.map(url => `${url}\n${places(url)}`);
    process.stdout.write(`${lines.join('')}${addresses(urls)}. Add --fetch to try them.\n`);
    return 0;
  }
  const trials = await tryAll(urls);
  process.stdout.write(summary(trials, places));
  return trials.some(({ result }) => result === 'gone') ? 1 : 0;
}

/** Runs the command with the words and the environment of this process. Sets its exit code. */
export async function checkLinks(): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
