/** The command of the service as one bundle, which tests start as operators do: `node FILE build`, `serve`, `start` and so on. */
import { program } from './program.ts';

export const catalogFile = await program('scripts/catalog.ts');
