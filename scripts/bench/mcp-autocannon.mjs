// Runs autocannon in a process of its own and prints how many requests were answered. Its package has no types.
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

const result = await autocannon(JSON.parse(readFileSync(process.argv[2], 'utf8')));
if (result.errors > 0) throw new Error(`${result.errors} requests got no answer.`);
process.stdout.write(String(result.requests.total));
