/** Programs of the machine that the bench uses when they are installed. */
import { spawnSync } from 'node:child_process';

/** The path of a program, or undefined when it is not installed. */
export function findTool(name: string): string | undefined {
  const { status, stdout } = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** A command that runs on one core alone, where the machine has two and `taskset`; else anywhere. */
export function onCore(core: number, command: readonly string[]): string[] {
  return findTool('taskset') ? ['taskset', '-c', String(core), ...command] : [...command];
}
