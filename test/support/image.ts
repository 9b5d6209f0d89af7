/**
 * The image without a container engine: the instructions of `scripts/deploy/Dockerfile`, run one after the other in a Debian that
 * debootstrap makes. Needs root, debootstrap, a Debian mirror and the npm registry.
 */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeDebian, nodeOf, run } from './debian.ts';
import { packageInto } from './package.ts';

/** The images that a stage may begin from; those of Node.js name its major version. */
const base = /^(?:node:(\d+)-bookworm-slim|debian:bookworm-slim|scratch)$/;

interface Instruction {
  name: string;
  text: string;
}

/** The settings of an image for the containers that are started from it. */
export interface Image {
  root: string;
  directory: string;
  environment: Record<string, string>;
  entry: string[];
  command: string[];
  check: string[];
  /** Its user and group by their numbers. */
  user: string;
  /** The number of its instructions. */
  steps: number;
  /** Of its files. */
  megabytes: number;
}

/** The instructions of a Dockerfile, with continued lines joined. */
function instructions(text: string): Instruction[] {
  const lines = text.replace(/\\\n\s*/g, '').split('\n');
  return lines
    .filter(line => line.trim() !== '' && !line.startsWith('#'))
    .map(line => ({ name: line.split(' ', 1)[0]!, text: line.slice(line.indexOf(' ') + 1) }));
}

/**
 * Makes the package, and the image from it.
 * @param folder where to; it gets a folder for each stage
 */
export function makeImage(folder: string, say: (text: string) => void): Image {
  const context = join(folder, 'context');
  say('npm run package');
  packageInto(context);
  const text = readFileSync('scripts/deploy/Dockerfile', 'utf8');
  const stages = new Map<string, Image>();
  let image: Image | undefined;
  for (const each of instructions(text)) {
    say(`${each.name} ${each.text}`.slice(0, 120));
    if (each.name === 'FROM') {
      const [from = '', , as = String(stages.size)] = each.text.split(' ');
      image = stageFrom(from, folder, as);
      stages.set(as, image);
    } else apply(each, image!, { context, stages });
  }
  image!.steps = instructions(text).length;
  image!.megabytes = Number(run('du', '-sm', image!.root).split('\t')[0]);
  return image!;
}

/** Begins a stage. */
function stageFrom(from: string, folder: string, name: string): Image {
  const root = join(folder, `stage-${name}`);
  const [, major] = base.exec(from) ?? assert.fail(`unknown image ${from}`);
  if (from === 'scratch') mkdirSync(root);
  else {
    const debian = join(folder, 'debian');
    if (!existsSync(debian)) makeDebian(debian);
    run('cp', '-a', debian, root);
    if (major) addNode(root, major);
  }
  const said = { directory: '/', environment: {}, entry: [], command: [], check: [], user: '0:0' };
  return { root, ...said, steps: 0, megabytes: 0 };
}

/** Adds what the image of Node.js has beside the least of Debian. */
function addNode(root: string, major: string): void {
  cpSync(nodeOf(major), join(root, 'usr/local/bin/node'));
  run('chroot', root, 'useradd', '--uid', '1000', '--user-group', 'node');
}

interface Sources {
  /** The folder of what `COPY` takes from this machine. */
  context: string;
  stages: ReadonlyMap<string, Image>;
}

function apply({ name, text }: Instruction, image: Image, sources: Sources): void {
  if (name === 'WORKDIR') {
    image.directory = text;
    mkdirSync(join(image.root, text), { recursive: true });
  } else if (name === 'COPY') copy(text, image, sources);
  else if (name === 'RUN') run('chroot', image.root, 'sh', '-ec', `cd ${image.directory} && ${text}`);
  else if (name === 'ENV')
    Object.assign(image.environment, Object.fromEntries(text.split(' ').map(pair => pair.split('='))));
  else if (name === 'ENTRYPOINT') image.entry = JSON.parse(text) as string[];
  else if (name === 'CMD') image.command = JSON.parse(text) as string[];
  else if (name === 'HEALTHCHECK') image.check = JSON.parse(text.slice(text.indexOf('['))) as string[];
  else if (name === 'USER') image.user = text;
  // What is written into a volume, and which port is published, is said at the start.
  else assert.ok(['VOLUME', 'EXPOSE'].includes(name), `unknown instruction ${name}`);
}

/** Copies files of this machine, or what a folder of another stage has, as `COPY` does. */
function copy(text: string, image: Image, { context, stages }: Sources): void {
  const { from, chown, source, to } =
    /^(?:--from=(?<from>\S+) )?(?:--chown=(?<chown>\S+) )?(?<source>\S+) (?<to>\S+)$/.exec(text)?.groups ??
    assert.fail(`unknown form of COPY ${text}`);
  const target = join(image.root, resolve(image.directory, to!));
  const files = from ? `${join(stages.get(from)!.root, source!)}/*` : join(context, source!);
  mkdirSync(target, { recursive: true });
  run(
    'sh',
    '-ec',
    `${chown || !from ? `chown -R ${chown ?? '0:0'} ${files}; ` : ''}cp -a ${files} ${target}/`,
  );
}
