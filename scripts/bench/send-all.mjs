// Runs autocannon in a process of its own: each connection has a share of the requests, and sends each of them once.
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

const { port, connections, status, requests } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const share = Math.floor(requests.length / connections);
let given = 0;
let begun = 0;
let ended = 0;
const run = autocannon({
  url: `http://127.0.0.1:${port}`,
  connections,
  amount: share * connections,
  setupClient: client => {
    client.setRequests(requests.slice(given, given + share));
    given += share;
  },
});
// Making the requests takes autocannon long, and says nothing of the server: it starts when they are made.
run.once('start', () => {
  begun = performance.now();
});
// autocannon looks once a second whether it is done, so the clock is read at each answer.
run.on('response', () => {
  ended = performance.now();
});
const { statusCodeStats } = await run;
const count = statusCodeStats[status]?.count ?? 0;
if (count !== share * connections)
  throw new Error(`Expected ${share * connections} answers of ${status}: ${JSON.stringify(statusCodeStats)}`);
process.stdout.write(JSON.stringify({ count, seconds: (ended - begun) / 1000 }));
