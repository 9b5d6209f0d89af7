// Runs autocannon in a process of its own. With `seconds`, requests are sent again and again; else each of them once.
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

const { port, seconds, status, requests } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const connections = 64;
const share = Math.floor(requests.length / connections);
let [given, begun, ended] = [0, 0, 0];
const setupClient = client => {
  client.setRequests(requests.slice(given, given + share));
  given += share;
};
const extent = seconds ? { duration: seconds, requests } : { amount: share * connections, setupClient };
const run = autocannon({ url: `http://127.0.0.1:${port}`, connections, ...extent });
// autocannon looks once a second whether it is done, so the clock is read at each answer.
run.once('start', () => (begun = performance.now()));
run.on('response', () => (ended = performance.now()));
const { errors, statusCodeStats, requests: sent } = await run;
const count = statusCodeStats[status]?.count ?? 0;
if (errors > 0 || count !== sent.total || count === 0)
  throw new Error(`Expected ${status}: ${errors} errors, ${JSON.stringify(statusCodeStats)}`);
process.stdout.write(JSON.stringify({ count, seconds: (ended - begun) / 1000 }));
