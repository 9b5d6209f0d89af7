/** A clone that has published once, and the states in which an emergency may find it. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StatusChange } from '#document/kind/statuses.ts';
import { sha256Hex } from '#document/text/digest.ts';
import { writeDocument } from '#document/text/front-matter.ts';
import { loadKeyRing } from '../../build/document/proof/disk/signing-key.ts';
import { type BuildResult, build } from '../../build/run/build.ts';
import { publicationText, versionText } from '../../scripts/bench/catalog/text-version.ts';
import { chance } from '../../scripts/bench/catalog/words.ts';
import { withdrawCommand } from '../../scripts/edit/withdraw/command.ts';
import { exampleContent, memoryFolder, write } from './folder.ts';
import { call, type Outcome } from './program.ts';
import { manifestIn } from './shared.ts';

export const path = '/starters/solo-mender/1.0.0.md';
export const other = '/formations/house/mending-pair/1.0.0.md';

/** The clone that others begin with. */
let built: Promise<Clone> | undefined;

async function once(): Promise<Clone> {
  const clone = new Clone();
  assert.ok((await clone.build()).ok);
  return clone;
}

/** A clone of an operator, in a folder of its own. */
export class Clone {
  readonly content: string;
  readonly data: string;
  readonly dist: string;
  readonly address: string;

  constructor(address = 'http://catalog.test') {
    const folder = memoryFolder();
    [this.content, this.data, this.dist] = ['content', 'data', 'dist'].map(name => join(folder, name)) as [
      string,
      string,
      string,
    ];
    this.address = address;
    cpSync(exampleContent, this.content, { recursive: true });
  }

  /** One that has published. */
  static async published(): Promise<Clone> {
    const clone = new Clone();
    built ??= once();
    const from = await built;
    for (const place of ['data', 'dist'] as const) cpSync(from[place], clone[place], { recursive: true });
    return clone;
  }

  build(more: { throwAwayLog?: boolean } = {}): Promise<BuildResult> {
    const keys = loadKeyRing({ signingKey: undefined, dataDir: this.data, now: '2026-11-21T00:00:00Z' });
    const place = { contentDir: this.content, distDir: this.dist, logDir: join(this.data, 'log') };
    return build({ ...place, baseUrl: this.address, keys, threads: 1, ...more });
  }

  async withdraw(...words: string[]): Promise<Outcome> {
    const env = {
      CONTENT_DIR: this.content,
      DATA_DIR: this.data,
      DIST_DIR: this.dist,
      BASE_URL: this.address,
    };
    return call(withdrawCommand, words, env);
  }

  statusOf(version: string): string | undefined {
    return manifestIn(this.dist).pages.find(page => page.path === version)?.artifact?.status;
  }

  edit(name: string, change: (text: string) => string): void {
    write(this.content, name, change(readFileSync(join(this.content, name), 'utf8')));
  }

  record(version: string, changes: readonly Omit<StatusChange, 'path'>[]): void {
    write(this.content, `trust/statuses${version}`, writeDocument({ changes }, ''));
  }
}

export const words = [path, '--status', 'revoked', '--reason', 'unsafe'] as const;

/** A state in which an emergency may find a clone that has published once. */
type State = (clone: Clone) => void;

/** A version that is recorded and written, and of a text of its own. */
export function publishNew(clone: Clone, name: string, version: string): string {
  const made = `/starters/${name}/${version}.md`;
  const layout = { patterns: ['gate', 'tool-loop'], records: ['loops-2024'], starters: [] };
  const text = versionText(
    { name, version },
    layout,
    chance(Number.parseInt(sha256Hex(name).slice(0, 7), 16)),
  )
    .replace(/^task_classes: .*$/m, 'task_classes: [coding.bug_fix]')
    .replace(/^patterns: .*$/m, 'patterns: [gate]')
    .replace(/^sources: .*$/m, 'sources: [loops-2024]');
  write(clone.content, made.slice(1), text);
  write(clone.content, `trust/publications${made}`, publicationText(text));
  return made;
}

export const states: Readonly<Record<string, State>> = {
  'nothing else changed': () => undefined,
  'a page has a mistake': clone =>
    clone.edit('patterns/gate.md', text => text.replace('family: ', 'famly: ')),
  'a page cannot be read': clone => write(clone.content, 'patterns/gate.md', Buffer.from([0xff, 0xfe, 0x00])),
  'a conflict of a merge stands in a page': clone =>
    clone.edit('domains/coding.md', text =>
      text.replace('tasks:', '<<<<<<< HEAD\ntasks:\n=======\ntask:\n>>>>>>> other'),
    ),
  'a page is above its limit': clone =>
    clone.edit(
      'patterns/gate.md',
      text => `${text}\n${Array.from({ length: 900 }, (_, at) => `Word${at}`).join(' ')}\n`,
    ),
  'the description of the site is missing': clone => rmSync(join(clone.content, 'site.md')),
  'all patterns are missing': clone => rmSync(join(clone.content, 'patterns'), { recursive: true }),
  'the whole content is missing': clone => rmSync(clone.content, { recursive: true }),
  'the version itself was edited': clone => clone.edit(path.slice(1), text => `${text}\nMore.\n`),
  'the file of the version is missing': clone => rmSync(join(clone.content, path)),
  'the record of the version is missing': clone => rmSync(join(clone.content, `trust/publications${path}`)),
  'the record of another version is broken': clone =>
    write(clone.content, `trust/publications${other}`, '---\ndigest: [\n'),
  'the record of its changes is broken': clone =>
    write(clone.content, `trust/statuses${path}`, '<<<<<<< HEAD\n'),
  'the record of changes of another version is not legal': clone =>
    clone.record(other, [{ status: 'active', since: '2026-11-22T00:00:00Z' }]),
  'a change of it is recorded for a time to come': clone =>
    clone.record(path, [{ status: 'deprecated', since: '2027-03-01T00:00:00Z' }]),
  'another branch, merged and not yet published, withdrew another version': clone =>
    clone.record(other, [{ status: 'revoked', reason_code: 'rights', since: '2026-11-22T00:00:00Z' }]),
  'a version was published in a branch that was merged, with a draft beside it': clone => {
    publishNew(clone, 'branch-team', '1.0.0');
    write(clone.content, 'starters/branch-team/1.1.0.md', '---\ntitle: Draft\n---\n');
  },
  'lists are long': async clone => {
    for (let at = 0; at < 30; at += 1) publishNew(clone, `generated-team-${at}`, '1.0.0');
    assert.ok((await clone.build()).ok);
    clone.edit('patterns/gate.md', text => text.replace('slug: gate', 'slug: gates'));
  },
  'the log was written and the tree was not': async clone => {
    const before = join(clone.dist, '../before');
    cpSync(clone.dist, before, { recursive: true });
    publishNew(clone, 'late-team', '1.0.0');
    clone.record(other, [{ status: 'deprecated', since: '2026-11-22T00:00:00Z' }]);
    assert.ok((await clone.build()).ok);
    rmSync(clone.dist, { recursive: true });
    cpSync(before, clone.dist, { recursive: true });
  },
  'the log of the builder was lost, and stands in the tree': clone =>
    rmSync(join(clone.data, 'log'), { recursive: true }),
  'a build was killed and left drafts of files': clone => {
    writeFileSync(join(clone.dist, 'manifest.json.next'), '{');
    mkdirSync(join(clone.dist, 'remains'));
  },
};
