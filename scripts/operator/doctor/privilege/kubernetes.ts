/** Manifests of Kubernetes. */
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { excessOf, roleOf, type Workload } from './workload.ts';

const named = z.object({ name: z.string() });
const container = z.object({
  name: z.string(),
  args: z.array(z.string()).default([]),
  envFrom: z.array(z.object({ secretRef: named.optional() })).default([]),
  env: z.array(z.object({ valueFrom: z.object({ secretKeyRef: named.optional() }).optional() })).default([]),
  securityContext: z
    .object({
      allowPrivilegeEscalation: z.boolean().default(true),
      readOnlyRootFilesystem: z.boolean().default(false),
      privileged: z.boolean().default(false),
      capabilities: z
        .object({ drop: z.array(z.string()).default([]), add: z.array(z.string()).default([]) })
        .prefault({}),
    })
    .prefault({}),
  volumeMounts: z
    .array(z.object({ name: z.string(), mountPath: z.string(), readOnly: z.boolean().default(false) }))
    .default([]),
});
const volume = z.object({
  name: z.string(),
  persistentVolumeClaim: z.object({ claimName: z.string() }).optional(),
  hostPath: z.unknown().optional(),
  secret: z.object({ secretName: z.string() }).optional(),
});
const workload = z.object({
  kind: z.string(),
  metadata: named,
  spec: z.object({
    template: z.object({
      spec: z.object({
        automountServiceAccountToken: z.boolean().default(true),
        hostNetwork: z.boolean().default(false),
        hostPID: z.boolean().default(false),
        hostIPC: z.boolean().default(false),
        securityContext: z
          .object({
            runAsNonRoot: z.boolean().default(false),
            seccompProfile: z.object({ type: z.string() }).optional(),
          })
          .prefault({}),
        containers: z.array(container),
        volumes: z.array(volume).default([]),
      }),
    }),
  }),
});
type Pod = z.infer<typeof workload>;

/** What manifests let servers and builds do beyond what they need. @param texts YAML, a file each */
export function excessOfKubernetes(texts: readonly string[]): string[] {
  const pods = texts
    .flatMap(text => parseAllDocuments(text).map(document => document.toJS() as unknown))
    .flatMap(value => {
      const read = workload.safeParse(value);
      return read.success ? [read.data] : [];
    });
  return [...pods.flatMap(excessOfPod), ...excessOf(pods.flatMap(workloadsOf))];
}

function excessOfPod({ metadata: { name }, spec: { template } }: Pod): string[] {
  const { spec } = template;
  const is = (isSo: boolean, what: string) => (isSo ? [`${name} ${what}`] : []);
  return [
    ...is(
      spec.automountServiceAccountToken,
      'gets a token of the cluster; set automountServiceAccountToken: false',
    ),
    ...is(spec.hostNetwork || spec.hostPID || spec.hostIPC, 'shares a namespace of its node; remove host…'),
    ...is(!spec.securityContext.runAsNonRoot, 'may run as root; set runAsNonRoot: true'),
    ...is(
      spec.securityContext.seccompProfile?.type !== 'RuntimeDefault',
      'has no filter of system calls; set seccompProfile',
    ),
    ...is(
      spec.volumes.some(({ hostPath }) => hostPath !== undefined),
      'sees folders of its node; remove hostPath',
    ),
    ...spec.containers.flatMap(({ securityContext: own }) => [
      ...is(
        own.allowPrivilegeEscalation || own.privileged,
        'may gain privileges; set allowPrivilegeEscalation: false',
      ),
      ...is(!own.readOnlyRootFilesystem, 'may write to its image; set readOnlyRootFilesystem: true'),
      ...is(
        !own.capabilities.drop.includes('ALL') || own.capabilities.add.length > 0,
        'has capabilities; drop ALL',
      ),
    ]),
  ];
}

function workloadsOf({ metadata, spec: { template } }: Pod): Workload[] {
  const { volumes, containers } = template.spec;
  return containers.map(each => ({
    name: metadata.name,
    role: roleOf(each.args),
    secrets: [
      ...each.envFrom.flatMap(({ secretRef }) => secretRef?.name ?? []),
      ...each.env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef?.name ?? []),
      ...volumes.flatMap(({ secret }) => secret?.secretName ?? []),
    ],
    volumes: each.volumeMounts.map(mount => {
      const claim = volumes.find(({ name }) => name === mount.name)?.persistentVolumeClaim;
      return {
        name: claim?.claimName ?? mount.name,
        path: mount.mountPath,
        isReadOnly: mount.readOnly,
        isShared: claim !== undefined,
      };
    }),
  }));
}
