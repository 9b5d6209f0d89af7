/** `scripts/deploy/compose.yaml`, its services run as containers of our own beside a PostgreSQL of this machine. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { freePort } from '../../../scripts/support/port.ts';
import { type Container, type Mount, runContainer } from '../container.ts';
import { run } from '../debian.ts';
import type { Image } from '../image.ts';
import { freshDatabase } from '../postgres.ts';
import { type Deployment, type Endings, startServer, volumeMaker } from './deployment.ts';

interface Service {
  read_only: boolean;
  cap_drop: string[];
  security_opt: string[];
  entrypoint?: string[];
  command: string[];
  environment: Record<string, string>;
  volumes: string[];
  tmpfs: string[];
  ports?: string[];
  depends_on?: Record<string, { condition: string }>;
  stop_grace_period?: string;
}

/** Puts settings in their places, as compose does. @throws when one is missing that must be set */
const interpolated = (text: string, settings: Record<string, string>): string =>
  text.replace(/\$\$|\$\{(\w+)(?::([-?])([^}]*))?\}/g, (whole, name, kind, other) => {
    if (whole === '$$') return '$';
    const value = settings[name] ?? (kind === '-' ? other : undefined);
    return value ?? assert.fail(`${name} is not set`);
  });

/** Runs the build, then the server in front of which a proxy is. */
export async function composeDeployment(context: Endings, image: Image): Promise<Deployment> {
  const file = readFileSync('scripts/deploy/compose.yaml', 'utf8');
  const settings = { BASE_URL: 'https://catalog.example.org', POSTGRES_PASSWORD: 'secret', TRUST_PROXY: '1' };
  const { services } = parse(interpolated(file, settings), { merge: true }) as {
    services: Record<string, Service>;
  };
  const [build, server] = [services.build!, services.server!];
  assert.equal(server.depends_on?.build?.condition, 'service_completed_successfully');
  // A new volume has the owner and the mode of what the image has in its place.
  const volumeOf = volumeMaker((folder, path) => {
    const own = join(image.root, path);
    run('chown', `--reference=${own}`, folder);
    run('chmod', `--reference=${own}`, folder);
  });
  // Both have the same database, which is one of this machine here.
  const DATABASE_URL = await freshDatabase();
  const onHere = (service: Service, more: Record<string, string> = {}): Container => {
    assert.equal(service.environment.DATABASE_URL, 'postgres://catalog:secret@database/catalog');
    const environment = { ...service.environment, DATABASE_URL, ...more };
    return containerOf({ ...service, environment }, volumeOf);
  };
  const built = await runContainer(image, onHere(build));
  assert.equal(built.code, 0, built.said);
  const port = await freePort();
  assert.deepEqual(server.ports, ['127.0.0.1:8080:8080']);
  const container = onHere(server, { HOST: '127.0.0.1', PORT: String(port) });
  const address = `http://127.0.0.1:${port}`;
  const stopSeconds = Number.parseInt(server.stop_grace_period!, 10);
  await startServer(context, image, { container, address, stopSeconds });
  return { addresses: [address], server: container };
}

/** A service as a container. Its volumes are made at their first use. */
function containerOf(service: Service, volumeOf: (name: string, path: string) => string): Container {
  // Our containers are so, whatever a service says.
  assert.deepEqual(
    [service.read_only, service.cap_drop, service.security_opt],
    [true, ['ALL'], ['no-new-privileges:true']],
  );
  const inMemory = service.tmpfs.map((each): Mount => ({ to: each.split(':')[0]! }));
  const volumes = service.volumes.map((each): Mount => {
    const [name = '', to = '', mode] = each.split(':');
    return { from: volumeOf(name, to), to, isReadOnly: mode === 'ro' };
  });
  const { environment, entrypoint, command } = service;
  return {
    environment,
    command,
    mounts: [...inMemory, ...volumes],
    ...(entrypoint && { entry: entrypoint }),
  };
}
