/** Python for the second verifier. Where there is none, tests that need it say so and are skipped. */
import { spawnSync } from 'node:child_process';

const command = process.env.PYTHON ?? 'python3';

/** Why tests in Python are skipped; false where they are not. */
export const noPython =
  spawnSync(command, ['--version']).status !== 0 && 'there is no Python 3: install it, or set PYTHON';

/** Runs a program to its end. */
export const runPython = (...words: string[]) => spawnSync(command, words, { encoding: 'utf8' });
