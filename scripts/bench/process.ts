/** Runs commands and tells what they took: wall-clock time, and the most memory they held. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { projectFolder } from '../../build/publish/version.ts';
import { profileOptions } from './profile.ts';
import { residentBytes } from './resident.ts';

export interface Taken {
  milliseconds: number;
  /** The largest resident set of any process of the command; 0 if it ended before the first look. */
  peakBytes: number;
  output: string;
}

const lookMilliseconds = 100;

/** The search path with the binaries of the project, as `npm run` sets it. */
export const projectPath = `${join(projectFolder, 'node_modules/.bin')}${delimiter}${process.env.PATH}`;

/**
 * Runs a command of `package.json` or any other, with the binaries of the project on its path.
 * @throws when it fails, with what it wrote
 */
export function run(command: string, environment: Record<string, string> = {}): Promise<Taken> {
  const env = { ...process.env, PATH: projectPath, ...environment };
  const started = performance.now();
  const child = spawn(command, { shell: true, cwd: projectFolder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (output += text));
  let peakBytes = 0;
  const look = setInterval(() => {
    peakBytes = Math.max(peakBytes, residentBytes(child.pid!, 'VmHWM'));
  }, lookMilliseconds);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', code => {
      const milliseconds = performance.now() - started;
      clearInterval(look);
      if (code === 0) resolve({ milliseconds, peakBytes, output });
      else reject(new Error(`${command} ended with ${code}:\n${output}`));
    });
  });
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
    ? command.replace(/^exec node /, ['node', ...profileOptions(), ''].join(' '))
    : command;
}
