/** Runs commands and tells what they took: wall-clock time, and the most memory they held. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectFolder } from '../../build/cache.ts';
import { profileOptions } from './profile.ts';

export interface Taken {
  milliseconds: number;
  /** The largest resident set of any Node.js process of the command, all its threads together; 0 for others. */
  peakBytes: number;
  output: string;
}

const preload = pathToFileURL(join(import.meta.dirname, 'note-memory.mjs')).href;

/** The search path with the binaries of the project, as `npm run` sets it. */
export const projectPath = `${join(projectFolder, 'node_modules/.bin')}${delimiter}${process.env.PATH}`;

/**
 * Runs a command of `package.json` or any other, with the binaries of the project on its path.
 * @throws when it fails, with what it wrote
 */
export function run(command: string, environment: Record<string, string> = {}): Promise<Taken> {
  const notes = mkdtempSync(join(tmpdir(), 'bench-memory-'));
  const env = {
    ...process.env,
    PATH: projectPath,
    NODE_OPTIONS: `--import ${preload}`,
    BENCH_MEMORY_NOTES: notes,
    ...environment,
  };
  const started = performance.now();
  const child = spawn(command, { shell: true, cwd: projectFolder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (output += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', code => {
      const milliseconds = performance.now() - started;
      const peakBytes = largestNote(notes);
      rmSync(notes, { recursive: true, force: true });
      if (code === 0) resolve({ milliseconds, peakBytes, output });
      else reject(new Error(`${command} ended with ${code}:\n${output}`));
    });
  });
}

function largestNote(folder: string): number {
  return Math.max(0, ...readdirSync(folder).map(name => Number(readFileSync(join(folder, name), 'utf8'))));
}

/**
 * A command of `package.json`, as `npm run` would run it, without the time that npm itself takes. The server writes a
 * profile where one is wanted.
 */
export function commandOf(script: 'build' | 'serve'): string {
  const { scripts } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const command = scripts[script]!;
  return script === 'serve'
    ? command.replace(/^node /, ['node', ...profileOptions(), ''].join(' '))
    : command;
}
