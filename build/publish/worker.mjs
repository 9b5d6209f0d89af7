/** The program of a thread in a clone: it reads the TypeScript of the project through tsx. */
import { createRequire } from 'node:module';
import { register } from 'tsx/cjs/api';

register();
export const { doJob } = createRequire(import.meta.url)('./job.ts');
