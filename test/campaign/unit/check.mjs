// Runs as root beside the units of systemd, and prints what it found as JSON.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { passage } from '/opt/passage.mjs';

const run = (command, ...words) => execFileSync(command, words, { encoding: 'utf8' }).trim();
const shown = (unit, property) => run('systemctl', 'show', '--property', property, '--value', unit);
const wait = milliseconds => new Promise(done => setTimeout(done, milliseconds));

/** The answer of the server, once it is ready. */
async function ready() {
  for (let tries = 0; tries < 400; tries += 1) {
    const answer = await fetch('http://127.0.0.1:8080/readyz').catch(() => undefined);
    if (answer?.ok) return await answer.text();
    await wait(300);
  }
  return run('journalctl', '--no-pager', '-u', 'agent-topology*');
}

const found = { version: process.version, ready: await ready() };
found.page = (await fetch('http://127.0.0.1:8080/llms.txt')).status;
const id = shown('agent-topology', 'MainPID');
const status = readFileSync(`/proc/${id}/status`, 'utf8').matchAll(
  /^(Seccomp|NoNewPrivs|CapEff|Uid):\s+(\S+)/gm,
);
found.process = Object.fromEntries([...status].map(([, name, value]) => [name, value]));
// As the handbook says, root runs the operator's commands.
process.env.DATA_DIR = '/var/lib/private/agent-topology';
const operator = (...words) =>
  run('/usr/bin/node', '/opt/agent-topology/code/catalog.mjs', 'operator', ...words);
operator('tenant', 'create', 'acme');
const issued = operator('credential', 'issue', '--tenant', 'acme', '--scopes', 'artifacts:read', '--invited');
const [, credential] = /^token: "?([^"\n]+)/m.exec(issued);
found.answers = await passage({ address: 'http://127.0.0.1:8080', path: '/patterns/gate.md', credential });
// What the server could do: as its user, within the mounts of its unit.
const uid = found.process.Uid;
const asServer = script =>
  spawnSync('nsenter', [
    '-t',
    id,
    '-m',
    'setpriv',
    '--reuid',
    uid,
    '--regid',
    uid,
    '--clear-groups',
    'sh',
    '-c',
    script,
  ]).status === 0;
const keys = '/var/lib/private/agent-topology-build';
const attempts = [
  `ls ${keys}/signing-keys`,
  `cat ${keys}/log/checkpoint`,
  `cat /var/lib/agent-topology-build/signing-keys/keys.pem`,
  'touch /run/agent-topology/dist/x',
  'touch /opt/agent-topology/x',
  'touch /etc/x',
];
if (!asServer('ls /run/agent-topology/dist && touch /var/lib/agent-topology/x')) attempts.push('nsenter');
found.reached = attempts.filter(asServer);
if (attempts.at(-1) === 'nsenter') found.reached.push('nothing, as nsenter fails');
// A build after a key was replaced by root; the server goes on.
run('systemctl', 'restart', 'agent-topology-build');
found.build = shown('agent-topology-build', 'Result');
found.restarts = shown('agent-topology', 'NRestarts');
found.ready = (await ready()) && found.ready;
console.log(JSON.stringify(found));
// The next boot begins as the first did.
run('systemctl', 'stop', 'agent-topology', 'agent-topology-build');
for (const name of ['agent-topology', 'agent-topology-build'])
  rmSync(`/var/lib/private/${name}`, { recursive: true, force: true });
