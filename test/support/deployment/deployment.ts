/** A deployment file whose services run without an engine. */
import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Container, startContainer, untilReady } from '../container.ts';
import { run } from '../debian.ts';
import { temporaryFolder } from '../folder.ts';
import type { Image } from '../image.ts';

export interface Deployment {
  /** Where its servers answer. */
  addresses: string[];
  /** A container like those of its servers. */
  server: Container;
}

/** The registration of the endings of a deployment. */
export type Endings = Pick<TestContext, 'after'>;

/** Makes volumes by their names, each once. */
export function volumeMaker(
  make: (folder: string, path: string) => void,
): (name: string, path: string) => string {
  const folder = temporaryFolder();
  run('chmod', '755', folder);
  const made = new Set<string>();
  return (name, path) => {
    const volume = join(folder, name);
    if (!made.has(name)) {
      mkdirSync(volume, { recursive: true });
      make(volume, path);
      made.add(name);
    }
    return volume;
  };
}

/** Starts a server and waits for it. At the end it is stopped, and must end in order and in time. */
export async function startServer(
  context: Endings,
  image: Image,
  { container, address, stopSeconds }: { container: Container; address: string; stopSeconds: number },
): Promise<ChildProcess> {
  const child = startContainer(image, container);
  context.after(async () => {
    const ended = new Promise(resolve => child.once('exit', code => resolve(code)));
    const late = setTimeout(() => child.kill('SIGKILL'), stopSeconds * 1000);
    child.kill('SIGTERM');
    const code = child.exitCode ?? (await ended);
    clearTimeout(late);
    if (code !== 0) throw new Error(`a server ended with ${code}`);
  });
  await untilReady(`${address}/readyz`, child);
  return child;
}
