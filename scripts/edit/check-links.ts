/** Lists the addresses outside the catalog that the content names, and tests whether they answer (`scripts/check-links.ts`). */
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readEnvironment, sharedVariables } from '#document/text/environment.ts';
import { fieldName } from '#document/text/fault.ts';
import { byText } from '#document/text/manifest.ts';
import { readContentFile } from '../../build/catalog/source/content-file.ts';
import { fieldTextsOf } from '../../build/catalog/source/prose.ts';
import { listSources } from '../../build/catalog/source/read.ts';
import { readSource } from '../../build/catalog/source/source.ts';
import { groupBy } from '../../build/document/text/group.ts';
import { plural } from '../../build/document/text/plain-text.ts';
import { told } from './told.ts';

/** The milliseconds between two requests to one host. */
const pauseMilliseconds = 1000;
const timeoutMilliseconds = 20_000;
const userAgent = 'agent-topology-catalog check-links';

const results = ['fine', 'moved', 'refused to programs', 'gone', 'unreachable'] as const;

interface Trial {
  url: string;
  result: (typeof results)[number];
  detail: string | number;
}

/**
 * Returns every mention of an external address, in the order of files and lines: `file:line:column`, and the field if it is in
 * one.
 */
function mentionsIn(contentDir: string): { url: string; where: string }[] {
  return listSources(contentDir).files.flatMap(({ name }) => {
    const path = relative(process.cwd(), join(contentDir, name));
    const file = readContentFile(contentDir, name);
    const parsed = file.ok ? readSource(name, file.bytes) : file;
    if (!parsed.ok) {
      process.stderr.write(`${path} has faults and was left out; run \`npm run build\` to see them.\n`);
      return [];
    }
    const { source } = parsed;
    const fields = fieldTextsOf(source.value).map(({ text, path: field }) => ({
      ...{ url: text, ...source.place(field), field: ` ${fieldName(field)}` },
    }));
    return [...fields, ...source.links.map(link => ({ ...link, field: '' }))]
      .filter(({ url }) => /^https?:\/\/\S+$/i.test(url))
      .map(({ url, line, column, field }) => ({ url, where: `    ${path}:${line}:${column}${field}\n` }));
  });
}

async function tryOne(url: string): Promise<Trial> {
  const ask = async (method: string): Promise<Response> => {
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    const response = await fetch(url, { method, signal, headers: { 'User-Agent': userAgent } });
    await response.body?.cancel();
    return response;
  };
  try {
    // Some servers do not support HEAD, or refuse programs that send it.
    const head = await ask('HEAD');
    const { status, redirected, url: last } = head.ok ? head : await ask('GET');
    if (status === 404 || status === 410) return { url, result: 'gone', detail: status };
    if (status >= 400) return { url, result: 'refused to programs', detail: status };
    return redirected ? { url, result: 'moved', detail: `to ${last}` } : { url, result: 'fine', detail: '' };
  } catch (error) {
    const { cause, message } = error as Error;
    return { url, result: 'unreachable', detail: cause instanceof Error ? cause.message : message };
  }
}

/**
 * Lists the addresses, or requests each once: different hosts at the same time, the addresses of one host in turn. Sets the exit
 * code.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { fetch: { type: 'boolean' } } });
  const { CONTENT_DIR } = readEnvironment(sharedVariables, process.env);
  const places = new Map<string, string>();
  for (const { url, where } of mentionsIn(CONTENT_DIR)) places.set(url, (places.get(url) ?? '') + where);
  const urls = [...places.keys()].sort(byText);
  const addresses = plural(urls.length, 'address', 'addresses');
  if (!values.fetch) {
    const lines = urls.map(url => `${url}\n${places.get(url)}`);
    process.stdout.write(`${lines.join('')}${addresses}. Add --fetch to try them.\n`);
    return;
  }
  const trials = new Map<string, Trial>();
  const work = [...groupBy(urls, url => new URL(url).host).values()].map(async own => {
    for (const url of own) {
      trials.set(url, await tryOne(url));
      process.stderr.write(`\r${trials.size} of ${urls.length}\r`);
      if (url !== own.at(-1)) await wait(pauseMilliseconds);
    }
  });
  await Promise.all(work);
  const all = urls.map(url => trials.get(url)!);
  const countOf = (result: string) => all.filter(trial => trial.result === result).length;
  const lines = all
    .filter(({ result }) => result !== 'fine')
    .map(({ url, result, detail }) => `${result}: ${url} ${detail}\n${places.get(url)}`);
  const counts = results.map(result => `${countOf(result)} ${result}`).join(', ');
  process.stdout.write(`${lines.join('')}${addresses}: ${counts}.\n`);
  process.exitCode = countOf('gone') > 0 ? 1 : 0;
}

/** Runs the command with the words and the environment of this process. Sets its exit code. */
export const checkLinks = (): Promise<void> => told(process, main);
