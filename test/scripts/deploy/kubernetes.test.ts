/** The limits in the manifests of Kubernetes allow what the handbook says that a large catalog takes. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseAllDocuments } from 'yaml';

interface Container {
  resources: { limits: { memory: string } };
  readinessProbe: Probe;
  livenessProbe: Probe;
}
interface Probe {
  periodSeconds: number;
  timeoutSeconds: number;
  failureThreshold: number;
}

/** The container of the workload of a file. */
const containerOf = (file: string): Container =>
  parseAllDocuments(readFileSync(`scripts/deploy/kubernetes/${file}.yaml`, 'utf8'))
    .map(document => document.toJS())
    .find(({ kind }) => kind === 'Deployment' || kind === 'Job').spec.template.spec.containers[0];

const handbook = readFileSync('content/docs/handbook.md', 'utf8');
const [, buildTakes, serverTakes] =
  /With 10,000 documents and HTML, a build takes ([\d.]+) GB and a process ([\d.]+) GB/.exec(handbook) ?? [];

const megabytes = ({ resources }: Container) =>
  Number(/^(\d+)Mi$/.exec(resources.limits.memory)![1]) * 1.048_576;

test('a build and a server with 10,000 documents stay a quarter below their limits of memory', () => {
  assert.ok(megabytes(containerOf('build')) >= Number(buildTakes) * 1000 * 1.25);
  assert.ok(megabytes(containerOf('server')) >= Number(serverTakes) * 1000 * 1.25);
});

test('probes bear a server that answers nothing while its first search makes the index', () => {
  const { readinessProbe, livenessProbe } = containerOf('server');
  for (const { periodSeconds, failureThreshold, timeoutSeconds } of [readinessProbe, livenessProbe]) {
    assert.ok(periodSeconds * (failureThreshold - 1) >= 20);
    assert.ok(timeoutSeconds <= periodSeconds);
  }
});
