// Runs autocannon in a process of its own and prints how many requests were answered. Its package has no types.
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

const { status, ...options } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const { errors, requests, statusCodeStats } = await autocannon(options);
if (errors > 0) throw new Error(`${errors} requests got no answer.`);
if (status !== undefined && (statusCodeStats[status]?.count ?? 0) !== requests.total)
  throw new Error(`Answers were not ${status}.`);
process.stdout.write(String(requests.total));
