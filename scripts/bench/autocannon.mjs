// Runs autocannon in a process of its own and prints how many requests were answered. Its package has no types.
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

const { port, seconds, connections, requests, status } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const result = await autocannon({
  url: `http://127.0.0.1:${port}`,
  connections,
  duration: seconds,
  requests,
});
const right = result.statusCodeStats[status]?.count ?? 0;
if (right !== result.requests.total) throw new Error(`Answers were not ${status}.`);
process.stdout.write(String(result.requests.total));
