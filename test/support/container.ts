/**
 * Containers without an engine: a program in the files of an image, as a user, with a root that cannot be written, its own mounts,
 * no privileges and a limit of memory. Processes, network and time are those of this machine. Needs root.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Image } from './image.ts';

export interface Mount {
  /** A folder of this machine; none for one in memory that is empty, which belongs to the user. */
  from?: string;
  /** Where it is in the container. */
  to: string;
  isReadOnly?: boolean;
}

export interface Container {
  environment?: Record<string, string>;
  mounts?: readonly Mount[];
  /** In place of what the image says. */
  entry?: readonly string[];
  command?: readonly string[];
  user?: string;
  /** The most that it may take, in bytes. */
  memory?: number;
}

/** Starts a container. It writes what it says to the streams of the process. */
export function startContainer(image: Image, container: Container): ChildProcess {
  const { environment = {}, mounts = [], entry = image.entry, command = image.command } = container;
  const { user = image.user, memory } = container;
  const { root } = image;
  const group = memory === undefined ? undefined : limitMemory(memory);
  const script = [
    ...(group ? [`echo $$ > ${group}/cgroup.procs`] : []),
    `mount --bind ${root} ${root}`,
    `cd ${root}`,
    ...mounts.flatMap(each => mountOf(root, user, each)),
    'mount -t proc proc proc',
    `mount -o remount,bind,ro ${root}`,
    // From here on nothing is left but what changes the root and the user.
    `exec setpriv --no-new-privs --bounding-set=-all,+sys_chroot,+setuid,+setgid chroot --userspec=${user} ${root} \\
      sh -c 'cd "$0" && exec "$@"' ${image.directory} "$@"`,
  ];
  const child = spawn('unshare', ['--mount', 'sh', '-ec', script.join('\n'), 'sh', ...entry, ...command], {
    env: { ...image.environment, PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (group) child.once('exit', () => rmdirSync(group));
  return child;
}

function mountOf(root: string, user: string, { from, to, isReadOnly = false }: Mount): string[] {
  const at = join(root, to);
  const place = `mkdir -p ${at}`;
  if (from === undefined) return [place, `mount -t tmpfs -o mode=0700 tmpfs ${at}`, `chown ${user} ${at}`];
  const bound = [place, `mount --bind ${from} ${at}`];
  return isReadOnly ? [...bound, `mount -o remount,bind,ro ${at}`] : bound;
}

let groups = 0;

/** A control group with a limit of memory, of the first or second version. */
function limitMemory(bytes: number): string {
  const isFirst = existsSync('/sys/fs/cgroup/memory');
  groups += 1;
  const name = `agent-topology-${process.pid}-${groups}`;
  const group = isFirst ? join('/sys/fs/cgroup/memory', name) : join('/sys/fs/cgroup', name);
  mkdirSync(group);
  writeFileSync(join(group, isFirst ? 'memory.limit_in_bytes' : 'memory.max'), String(bytes));
  return group;
}

/** Runs a container to its end. @returns its exit code and what it said on both streams */
export async function runContainer(
  image: Image,
  container: Container,
): Promise<{ code: number | null; said: string }> {
  const child = startContainer(image, container);
  let said = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', chunk => {
      said += chunk;
    });
  const code = await new Promise<number | null>(resolve => child.once('close', resolve));
  return { code, said };
}

/** Waits until it answers at an address. @throws when it ends before */
export async function untilReady(url: string, child: ChildProcess): Promise<void> {
  let said = '';
  child.stderr?.on('data', chunk => {
    said += chunk;
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`it ended: ${said}`);
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise(done => setTimeout(done, 300));
  }
}
