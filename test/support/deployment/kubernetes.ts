/** `scripts/deploy/kubernetes/`, its pods run as containers of our own with the secrets, volumes, limits and probes of the manifests. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { writeKeyFile, writeTenantKeys } from '#document/proof/key-file.ts';
import { freePort } from '../../../scripts/support/port.ts';
import { testRing } from '../../keys.ts';
import { type Container, type Mount, runContainer } from '../container.ts';
import { run } from '../debian.ts';
import type { Image } from '../image.ts';
import { freshDatabase } from '../postgres.ts';
import { type Deployment, type Endings, startServer, volumeMaker } from './deployment.ts';

interface Pod {
  terminationGracePeriodSeconds?: number;
  securityContext: { runAsNonRoot: boolean; runAsUser: number; runAsGroup: number; fsGroup: number };
  containers: PodContainer[];
  volumes: {
    name: string;
    persistentVolumeClaim?: { claimName: string; readOnly?: boolean };
    emptyDir?: object;
  }[];
}
interface Probe {
  httpGet: { path: string };
  timeoutSeconds?: number;
}
interface PodContainer {
  args: string[];
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } }[];
  envFrom?: { secretRef: { name: string } }[];
  resources: { limits: { memory: string } };
  securityContext: object;
  volumeMounts: { name: string; mountPath: string; readOnly?: boolean }[];
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  lifecycle?: { preStop: { exec: { command: string[] } } };
}
interface Workload {
  kind: string;
  spec: { replicas?: number; template: { spec: Pod } };
}
type Secrets = Record<string, Record<string, string>>;

/** The workload of a file: its job or its deployment. */
const workloadOf = (file: string): Workload =>
  parseAllDocuments(readFileSync(`scripts/deploy/kubernetes/${file}.yaml`, 'utf8'))
    .map(document => document.toJS() as Workload)
    .find(({ kind }) => kind === 'Deployment' || kind === 'Job')!;

/** Runs the job, then the pods of the deployment. */
export async function kubernetesDeployment(context: Endings, image: Image): Promise<Deployment> {
  const secrets: Secrets = {
    'agent-topology-build': { SIGNING_KEY: writeKeyFile(testRing()) },
    'agent-topology-server': {
      SIGNING_KEY: writeTenantKeys(testRing()),
      DATABASE_URL: await freshDatabase(),
    },
  };
  const [job, { spec }] = [workloadOf('build'), workloadOf('server')];
  const pod = spec.template.spec;
  // Volumes belong to the group `fsGroup`, which may write there.
  const volumeOf = volumeMaker(folder => {
    run('chown', `0:${pod.securityContext.fsGroup}`, folder);
    run('chmod', '2775', folder);
  });
  const built = await runContainer(image, containerOf(job.spec.template.spec, secrets, volumeOf));
  assert.equal(built.code, 0, built.said);
  const addresses: string[] = [];
  const { startupProbe, readinessProbe, livenessProbe, lifecycle } = pod.containers[0]!;
  for (let replica = 0; replica < spec.replicas!; replica += 1) {
    const [port, metrics] = [await freePort(), await freePort()];
    const container = containerOf(pod, secrets, volumeOf);
    Object.assign(container.environment!, {
      HOST: '127.0.0.1',
      PORT: String(port),
      METRICS_PORT: String(metrics),
    });
    const address = `http://127.0.0.1:${port}`;
    const stopSeconds = pod.terminationGracePeriodSeconds!;
    await startServer(context, image, { container, address, stopSeconds });
    for (const probe of [startupProbe!, readinessProbe!, livenessProbe!]) {
      const signal = AbortSignal.timeout((probe.timeoutSeconds ?? 1) * 1000);
      const { status } = await fetch(address + probe.httpGet.path, { signal });
      assert.equal(status, 200, probe.httpGet.path);
    }
    addresses.push(address);
  }
  // It is run in the container before it is stopped.
  run('chroot', image.root, ...lifecycle!.preStop.exec.command);
  return { addresses, server: containerOf(pod, secrets, volumeOf) };
}

/** A pod of one container. Its volumes are made at their first use. */
function containerOf(
  { securityContext, containers, volumes }: Pod,
  secrets: Secrets,
  volumeOf: (name: string, path: string) => string,
): Container {
  const [container = assert.fail('a pod without a container')] = containers;
  // Our containers are so, whatever a manifest says.
  const bounds = {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  };
  assert.deepEqual(container.securityContext, bounds);
  const environment = Object.assign(
    {},
    ...(container.envFrom ?? []).map(({ secretRef }) => secrets[secretRef.name]),
  );
  for (const { name, value, valueFrom } of container.env ?? [])
    environment[name] = value ?? secrets[valueFrom!.secretKeyRef.name]![valueFrom!.secretKeyRef.key];
  const mounts = container.volumeMounts.map(({ name, mountPath: to, readOnly }): Mount => {
    const { persistentVolumeClaim: claim } = volumes.find(volume => volume.name === name)!;
    if (!claim) return { to };
    return { from: volumeOf(claim.claimName, to), to, isReadOnly: readOnly ?? claim.readOnly ?? false };
  });
  const [, mebibytes] = /^(\d+)Mi$/.exec(container.resources.limits.memory)!;
  const user = `${securityContext.runAsUser}:${securityContext.runAsGroup}`;
  return { environment, mounts, user, command: container.args, memory: Number(mebibytes) * 2 ** 20 };
}
