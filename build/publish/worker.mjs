/** The program of a thread in a clone of the project. It loads the TypeScript sources through tsx. */
import { createRequire } from 'node:module';
import { register } from 'tsx/cjs/api';

register();
export const { doJob } = createRequire(import.meta.url)('./job.ts');
