/** Start and memory: from the command to the first answer with 10,000 documents, and what the server then holds. */
import { spawn } from 'node:child_process';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectFolder } from '../../build/publish/version.ts';
import { freePort } from '../support/port.ts';
import { type BuiltCatalog, builtCatalog } from './catalog.ts';
import { contest } from './contest.ts';
import type { Outcome, Setting } from './part.ts';
import { commandOf, projectPath, run } from './process.ts';
import { residentBytes } from './resident.ts';
import { atMost, row } from './row.ts';

const documents = Number(process.env.BENCH_DOCUMENTS ?? 10_000);

export async function startPart({ rounds, note }: Setting): Promise<Outcome> {
  note('building the catalog to be served');
  const catalog = await builtCatalog(documents, 'start');
  const memory: number[] = [];
  const contestants = [
    { name: 'empty', measure: async () => (await run(`${process.execPath} -e 0`)).milliseconds },
    { name: 'start', measure: () => startOnce(catalog, bytes => memory.push(bytes)) },
  ];
  const result = await contest(contestants, rounds, note);
  const bytes = bytesOf(catalog);
  const mebibyte = 2 ** 20;
  return {
    rows: [
      row({
        part: 'start',
        what: 'first answer, digests checked',
        unit: 's',
        peer: 'node -e 0',
        ours: result.get('start')! / 1000,
        theirs: result.get('empty')! / 1000,
        goal: atMost(6),
      }),
      row({
        part: 'start',
        what: 'memory, all variants',
        unit: 'MiB',
        peer: '1.5 × their bytes + 60 MiB',
        ours: Math.max(...memory) / mebibyte,
        theirs: 1.5 * (bytes / mebibyte) + 60,
        goal: atMost(1),
      }),
    ],
    figures: { documents, bytes, memory },
  };
}

/** The bytes of all pages and their variants. */
const bytesOf = ({ manifest }: BuiltCatalog): number =>
  manifest.pages
    .flatMap(page => [page, ...Object.values(page.encodings)])
    .reduce((sum, variant) => sum + variant.size, 0);

/** Milliseconds from the command to the first answer; `note` gets the memory after pages were asked for. */
export async function startOnce(catalog: BuiltCatalog, note: (bytes: number) => void): Promise<number> {
  const port = await freePort();
  const env = { ...process.env, ...catalog.environment, PATH: projectPath, PORT: String(port) };
  const started = performance.now();
  const child = spawn('sh', ['-c', `exec ${commandOf('serve')}`], {
    cwd: projectFolder,
    env,
    stdio: 'ignore',
  });
  try {
    while (!(await ask(port, '/llms.txt'))) await sleep(2);
    const milliseconds = performance.now() - started;
    for (const { path } of catalog.manifest.pages.slice(0, 2000)) await ask(port, path);
    note(residentBytes(child.pid!, 'VmRSS'));
    return milliseconds;
  } finally {
    const ended = new Promise(resolve => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
}

const ask = (port: number, path: string): Promise<boolean> =>
  new Promise(resolve => {
    get({ host: '127.0.0.1', port, path, agent: false }, answer => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode === 200));
    }).on('error', () => resolve(false));
  });
