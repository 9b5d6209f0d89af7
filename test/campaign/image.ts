/**
 * The image, made from the package by the instructions of its Dockerfile without a container engine, and the service from it as the
 * image's user on a read-only root. Needs root, debootstrap, a Debian mirror and the npm registry.
 */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { freePort } from '../../scripts/support/port.ts';
import { runContainer, startContainer, untilReady } from '../support/container.ts';
import { run } from '../support/debian.ts';
import { temporaryFolder } from '../support/folder.ts';
import { makeImage } from '../support/image.ts';
import type { Campaign } from './campaign.ts';

export const campaign: Campaign = {
  description:
    'the image made from the package by the steps of its Dockerfile, and the service on a read-only root',
  rounds: 1,
  goals: { megabytes: 200 },
  async run({ say }) {
    assert.equal(process.getuid?.(), 0, 'only root can make and enter another root');
    const folder = temporaryFolder();
    try {
      const image = makeImage(folder, say);
      const { steps, megabytes } = image;
      const port = await freePort();
      const mounts = ['/data', '/dist', '/tmp'].map(to => ({ to }));
      const server = startContainer(image, { environment: { PORT: String(port) }, mounts });
      try {
        await untilReady(`http://127.0.0.1:${port}/readyz`, server);
        const page = await fetch(`http://127.0.0.1:${port}/llms.txt`);
        assert.equal(page.status, 200);
        const check = image.check.map(word => word.replace('8080', String(port)));
        run('chroot', `--userspec=${image.user}`, image.root, ...check);
        const { code, said } = await runContainer(image, {
          command: ['operator', 'tenant', 'create', 'acme'],
          mounts,
        });
        assert.equal(code, 0, said);
        assert.match(said, /^tenant: acme$/m);
        const ended = new Promise<number | null>(resolve => server.once('exit', resolve));
        server.kill('SIGTERM');
        assert.equal(await ended, 0);
      } finally {
        server.kill('SIGKILL');
      }
      return { steps, megabytes };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
