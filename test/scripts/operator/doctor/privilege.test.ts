/** The deployment files that are shipped give servers and workflows no more than they need, and one that did would be noticed. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deploymentFiles, excessIn } from '../../../../scripts/operator/doctor/privilege.ts';

const shipped = deploymentFiles();
const kubernetesServer = 'scripts/deploy/kubernetes/server.yaml';
const kubernetesBuild = 'scripts/deploy/kubernetes/build.yaml';
const compose = 'scripts/deploy/compose.yaml';
const unit = 'scripts/deploy/agent-topology.service';
const buildUnit = 'scripts/deploy/agent-topology-build.service';
const publish = '.github/workflows/publish.yml';

const theKey = '$'.concat('{{ secrets.SIGNING_KEY }}');

/** What is found when a text in a file is another one. */
function excessWith(file: string, from: string, to: string): string[] {
  const text = shipped[file]!;
  assert.ok(text.includes(from), `${file} has ${from}`);
  return excessIn({ ...shipped, [file]: text.replace(from, to) });
}

test('the deployment files that are shipped give no more than is needed', () => {
  assert.equal(Object.keys(shipped).length, 7);
  assert.deepEqual(excessIn(shipped), []);
});

describe('a deployment file is reported', () => {
  const cases: [string, string, string, string, RegExp][] = [
    [
      'whose server takes the secret of the build',
      kubernetesServer,
      'agent-topology-server}',
      'agent-topology-build}',
      /takes `agent-topology-build`/,
    ],
    [
      'whose server mounts keys and log',
      kubernetesServer,
      '          emptyDir: {}\n',
      '          persistentVolumeClaim: {claimName: agent-topology-data}\n',
      /all keys and the log/,
    ],
    [
      'whose server may write the catalog',
      kubernetesServer,
      'mountPath: /dist, readOnly: true}',
      'mountPath: /dist}',
      /may write/,
    ],
    [
      'whose pod has a token of the cluster',
      kubernetesServer,
      'automountServiceAccountToken: false',
      'automountServiceAccountToken: true',
      /token of the cluster/,
    ],
    ['whose pod may be root', kubernetesBuild, 'runAsNonRoot: true', 'runAsNonRoot: false', /run as root/],
    [
      'whose pod says nothing of capabilities',
      kubernetesBuild,
      'capabilities: {drop: [ALL]}',
      'capabilities: {}',
      /has capabilities/,
    ],
    [
      'whose pod may write to its image',
      kubernetesServer,
      'readOnlyRootFilesystem: true',
      'readOnlyRootFilesystem: false',
      /write to its image/,
    ],
    [
      'whose service mounts keys and log',
      compose,
      '[tenant-key:/run/tenant-key:ro, ',
      '[data:/data:ro, ',
      /server mounts `data` .* all keys/,
    ],
    [
      'whose service may write the tenant key',
      compose,
      'tenant-key:/run/tenant-key:ro',
      'tenant-key:/run/tenant-key',
      /server may write to `tenant-key`/,
    ],
    [
      'whose service may write the catalog',
      compose,
      'dist:/dist:ro',
      'dist:/dist',
      /server may write to `dist`/,
    ],
    ['whose service keeps capabilities', compose, 'cap_drop: [ALL]', 'cap_drop: []', /has capabilities/],
    [
      'whose unit builds and serves',
      unit,
      'ExecStart=',
      'ExecStartPre=/usr/bin/node code/catalog.mjs build\nExecStart=',
      /holds all keys/,
    ],
    [
      'whose unit shares the folder of the build',
      unit,
      'StateDirectory=agent-topology\n',
      'StateDirectory=agent-topology agent-topology-build\n',
      /may write to what the build keeps/,
    ],
    [
      'whose unit sees all that the build keeps',
      unit,
      'agent-topology-build/dist:',
      'agent-topology-build:',
      /sees what the build keeps/,
    ],
    ['whose unit gets all keys', unit, '/tenant-key/', '/signing-keys/', /gets keys of the build/],
    ['whose unit keeps capabilities', unit, 'CapabilityBoundingSet=\n', '', /set CapabilityBoundingSet=/],
    [
      'whose unit may write anywhere',
      buildUnit,
      'ProtectSystem=strict',
      'ProtectSystem=full',
      /set ProtectSystem=strict/,
    ],
    [
      'whose workflow gives a job the key',
      publish,
      '    env:\n      BASE_URL',
      `    env:\n      KEY: ${theKey}\n      BASE_URL`,
      /every step of build gets a secret/,
    ],
    [
      'whose workflow gives all jobs the key',
      publish,
      'jobs:\n',
      `env:\n  KEY: ${theKey}\njobs:\n`,
      /every job gets a secret/,
    ],
    [
      'whose workflow gives two steps the key',
      publish,
      '        env:\n          GITHUB_TOKEN',
      `        env:\n          KEY: ${theKey}\n          GITHUB_TOKEN`,
      /2 steps get a secret/,
    ],
    ['whose workflow runs scripts of packages', publish, ' --ignore-scripts', '', /scripts of packages/],
    [
      'whose workflow leaves credentials',
      publish,
      'persist-credentials: false',
      'fetch-depth: 2',
      /leaves credentials/,
    ],
    [
      'whose workflow builds with the permission to write',
      publish,
      'environment: publish\n    permissions:\n      contents: read',
      'environment: publish\n    permissions:\n      contents: write',
      /build runs code of packages and may write/,
    ],
    [
      'whose workflow hands its secrets to another',
      publish,
      'ci.yml\n',
      'ci.yml\n    secrets: inherit\n',
      /test hands secrets to another workflow/,
    ],
    [
      'whose workflow calls another by a tag',
      publish,
      './.github/workflows/ci.yml',
      'someone/else/.github/workflows/ci.yml@v1',
      /calls whatever someone\/else.* is today/,
    ],
    [
      'whose workflow names no permissions',
      publish,
      'permissions:\n      contents: write',
      'permissions: write-all',
      /does not name/,
    ],
    [
      'whose workflow runs an action by a tag',
      publish,
      /@\S+ # v4\.6\.2/.exec(shipped[publish]!)![0],
      '@v4',
      /whatever actions\/upload-artifact@v4 is today/,
    ],
  ];
  for (const [what, file, from, to, pattern] of cases)
    test(what, () => {
      const excess = excessWith(file, from, to);
      assert.ok(
        excess.some(each => pattern.test(each)),
        excess.join('\n') || 'nothing was found',
      );
      for (const each of excess) assert.match(each, /^[.\w/-]+: [^;]+; [^;]+\.$/);
    });
});
