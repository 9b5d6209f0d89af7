/**
 * The deployment files run: `compose.yaml` and the manifests of Kubernetes with containers of our own in place of an engine and a
 * kubelet, on an image made from the package, and nginx, Caddy and HAProxy as they are in front of that. Through each go tickets, their
 * trailers, digests, 304 and reports. Needs root, debootstrap, a Debian mirror, the npm registry, and the three proxies.
 */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { runContainer } from '../support/container.ts';
import { composeDeployment } from '../support/deployment/compose.ts';
import type { Deployment } from '../support/deployment/deployment.ts';
import { kubernetesDeployment } from '../support/deployment/kubernetes.ts';
import { temporaryFolder } from '../support/folder.ts';
import { type Image, makeImage } from '../support/image.ts';
import { passage } from '../support/passage.ts';
import { proxies, startProxy } from '../support/proxy.ts';
import { type Campaign, withEndings } from './campaign.ts';

const path = '/patterns/verifier-gate.md';

/** Runs a command of the operator in a container as a server is. Returns what it printed. */
async function operate(image: Image, { server }: Deployment, ...words: string[]): Promise<string> {
  const { code, said } = await runContainer(image, { ...server, command: ['operator', ...words] });
  assert.equal(code, 0, said);
  return said;
}

/** Issues an invited credential. Returns its token. */
async function invitedCredential(image: Image, deployment: Deployment): Promise<string> {
  await operate(image, deployment, 'tenant', 'create', 'acme');
  const words = ['--tenant', 'acme', '--scopes', 'artifacts:read', '--invited'];
  const issued = await operate(image, deployment, 'credential', 'issue', ...words);
  return /^token: "?([^"\n]+)/m.exec(issued)![1]!;
}

export const campaign: Campaign = {
  description:
    'compose, Kubernetes, nginx, Caddy and HAProxy as shipped, with tickets, digests and 304 through each',
  rounds: 1,
  async run({ say }) {
    assert.equal(process.getuid?.(), 0, 'only root can make and enter another root');
    const folder = temporaryFolder();
    const answers: Record<string, number> = {};
    try {
      const image = makeImage(folder, say);
      await withEndings(async context => {
        say('compose.yaml');
        const deployment = await composeDeployment(context, image);
        const [address = ''] = deployment.addresses;
        const credential = await invitedCredential(image, deployment);
        answers.compose = await passage({ address, path, credential });
        for (const proxy of proxies) {
          say(proxy.name);
          const running = await startProxy(context, proxy, new URL(address).host);
          answers[proxy.name] = await passage({ address: running.address, path, credential });
        }
      });
      await withEndings(async context => {
        say('kubernetes/');
        const deployment = await kubernetesDeployment(context, image);
        const credential = await invitedCredential(image, deployment);
        answers.kubernetes = 0;
        for (const address of deployment.addresses)
          answers.kubernetes += await passage({ address, path, credential });
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    return answers;
  },
};
