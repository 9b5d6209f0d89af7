/**
 * A demonstration of evaluations: seeds a tenant, registers a single agent as control and two teams, runs an evaluation with
 * simulated outcomes of known probability, and prints what the service recommends. It uses the database and the built
 * catalog of the environment, and serves them on a free port while it runs:
 *
 *     npm run build && npx tsx scripts/demo.ts
 *
 * `--cases N` takes fewer cases than 100, which is quicker and proves less.
 */
import { demo } from './first/demo/demo.ts';
import { outliveReaders } from './support/closed-output.ts';

outliveReaders();

await demo();
