/**
 * Runs `npm run build -- --tidy`, which removes the files that an interrupted build left, and builds nothing. It loads nothing of
 * the build, since the process that was told to end waits for it.
 */
import { EnvironmentError, readEnvironment, sharedVariables } from '#document/text/environment.ts';
import { exclusively, FolderLockError } from '../publish/exclusive.ts';
import { removeRemains } from '../publish/remains.ts';

/**
 * Removes the files that an interrupted build left. If a setting is wrong or a folder cannot be locked, prints a line and sets
 * the exit code 1.
 */
export async function tidy(): Promise<void> {
  const tell = (text: string) => process.stderr.write(text);
  try {
    const { DATA_DIR, DIST_DIR } = readEnvironment(sharedVariables, process.env);
    await exclusively([DATA_DIR, DIST_DIR], tell, () => removeRemains(DIST_DIR));
  } catch (error) {
    if (!(error instanceof EnvironmentError || error instanceof FolderLockError)) throw error;
    tell(`${error.message}\n`);
    process.exitCode = 1;
  }
}
