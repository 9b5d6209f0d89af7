/** `npm run withdraw`: records a change of status and publishes it, whatever state the content is in. */

import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { artifactStatuses, type ReasonCode, reasonCodes } from '#document/kind/artifact-status.ts';
import { type StatusChange, statusFolder } from '#document/kind/statuses.ts';
import { LogError } from '#document/proof/log/error.ts';
import { foldStatuses, type Publication } from '#document/proof/status.ts';
import {
  baseUrlOf,
  EnvironmentError,
  isOfThisMachine,
  readEnvironment,
  sharedVariables,
  signingKeyOf,
  signingVariables,
} from '#document/text/environment.ts';
import type { ArtifactStatus } from '#document/text/manifest.ts';
import { timeText } from '#document/text/time.ts';
import { didYouMean } from '#document/text/validate.ts';
import { loadKeyRing, SigningKeyError } from '../../../build/document/proof/disk/signing-key.ts';
import { plural } from '../../../build/document/text/plain-text.ts';
import { exclusively } from '../../../build/publish/exclusive.ts';
import type { Host } from '../../support/host.ts';
import { Refused, told } from '../told.ts';
import { aheadOf, type PublishedTree, publishedTree } from './published.ts';
import { changedPaths, joined, publishedPaths, recordChanges, recordedChanges } from './record.ts';

const usage = `Usage: npm run withdraw -- VERSION --status revoked --reason CODE
       npm run withdraw -- VERSION --status superseded --by VERSION
       npm run withdraw -- VERSION --status deprecated|active [--reason CODE]
       npm run withdraw -- --recorded

VERSION is NAME@1.0.0, PUBLISHER/NAME@1.0.0, a path of the site or a file; the publisher is needed only where two have that name.
The change is recorded below trust/statuses/ of the content, and the tree in DIST_DIR is published again with it and nothing else.
--recorded publishes the changes that the content records already.
Reasons: ${reasonCodes.join(', ')}.
`;

const options = {
  status: { type: 'string' },
  reason: { type: 'string' },
  by: { type: 'string' },
  recorded: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

type Words = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>;

/** The folders, environment and output of the command. */
interface Place {
  contentDir: string;
  dataDir: string;
  distDir: string;
  env: Host['env'];
  say(text: string): void;
}

/** Runs `npm run withdraw` with the arguments of a host, and sets its exit code. */
export const withdrawCommand = (host: Host): Promise<void> =>
  told(host, async () => {
    const words = parseArgs({ args: host.argv.slice(2), options, allowPositionals: true });
    const say = (text: string) => host.stdout.write(`${text}\n`);
    if (words.values.help) return void say(usage.trimEnd());
    const setting = readEnvironment(sharedVariables, host.env);
    const { CONTENT_DIR: contentDir, DATA_DIR: dataDir, DIST_DIR: distDir } = setting;
    const place = { contentDir, dataDir, distDir, env: host.env, say };
    await exclusively(
      [dataDir, distDir],
      text => host.stderr.write(text),
      () => withdraw(words, place),
    );
  });

async function withdraw({ positionals, values }: Words, place: Place): Promise<void> {
  const tree = publishedTree(place.distDir);
  if (values.recorded) {
    if (positionals.length > 0) throw new Refused(usage);
    await publishRecorded(place, tree, changedPaths(place.contentDir));
    return;
  }
  const [word, ...more] = positionals;
  if (word === undefined || more.length > 0 || values.status === undefined) throw new Refused(usage);
  const known = [
    ...new Set([...(tree?.published ?? []).map(({ path }) => path), ...publishedPaths(place.contentDir)]),
  ];
  const path = pathOf(word, known, place.contentDir);
  recordChange(path, known, values, place, tree);
  await publishRecorded(place, tree, [path]);
}

/**
 * Returns the path of a version, given any spelling of it. A name without a publisher also finds the formation of that name.
 * @throws Refused when no version fits, or versions of several publishers do
 */
function pathOf(word: string, known: readonly string[], contentDir: string): string {
  const [, name, version] = /^([^@]+)@(\d+\.\d+\.\d+)$/.exec(word) ?? [];
  const file = `/${relative(contentDir, word)}`;
  const forms = name
    ? [`/starters/${name}/${version}.md`, `/formations/${name}/${version}.md`]
    : [word, `/${word}`, file];
  const found = forms.find(form => known.includes(form));
  if (found) return found;
  const formations = name ? known.filter(each => each.endsWith(`/${name}/${version}.md`)) : [];
  if (formations.length === 1) return formations[0]!;
  if (formations.length > 1)
    throw new Refused(`Name the publisher of ${word}: ${formations.map(spelt).join(' or ')}.`);
  throw new Refused(
    `No published version is called ${word}.${didYouMean(word, name ? known.map(spelt) : known)}`,
  );
}

/** Returns a path as `NAME@VERSION` or `PUBLISHER/NAME@VERSION`. */
const spelt = (path: string): string =>
  path.replace(/^\/(?:starters|formations)\/(.+)\/([^/]+)\.md$/, '$1@$2');

/** Adds a change to the record of a version, unless the version has that status already. */
function recordChange(
  path: string,
  known: readonly string[],
  { status, reason, by }: Words['values'],
  { contentDir, say }: Place,
  tree: PublishedTree | undefined,
): void {
  const { changes: recorded, isBroken } = recordedChanges(contentDir, path);
  const own = joined(tree?.changes.filter(change => change.path === path) ?? [], recorded);
  const shown = relative('.', join(contentDir, statusFolder + path));
  if (isBroken) say(`${shown} could not be read, and is written again from what the tree in force records.`);
  const last = own.at(-1);
  if (last?.status === status) {
    say(`${path} is ${status} since ${last!.since}.`);
    if (recorded.length < own.length) recordChanges(contentDir, path, own);
    return;
  }
  const change: StatusChange = {
    path,
    status: status as ArtifactStatus,
    ...(reason !== undefined && { reason_code: reason as ReasonCode }),
    since: laterThan(last?.since ?? ''),
    ...(by !== undefined && { superseded_by: pathOf(by, known, contentDir) }),
  };
  requireLegal([...own, change], known);
  recordChanges(contentDir, path, [...own, change]);
  say(`Recorded in ${shown}: ${path} is ${status} since ${change.since}. Commit this file.`);
}

/** Returns the present time, or one second after a given time if that is later. */
function laterThan(time: string): string {
  const now = Date.now();
  return timeText(time === '' ? now : Math.max(now, Date.parse(time) + 1000));
}

/**
 * Checks the last change of a version.
 * @throws Refused when its reason or status is unknown, or it may not follow the changes before it
 */
function requireLegal(own: readonly StatusChange[], known: readonly string[]): void {
  const { status, reason_code } = own.at(-1)!;
  if (reason_code !== undefined && !reasonCodes.includes(reason_code))
    throw new Refused(
      `There is no reason ${reason_code}.${didYouMean(reason_code, [...reasonCodes])} ${usage}`,
    );
  if (!artifactStatuses.includes(status)) throw new Refused(usage);
  const published = known.map((path): Publication => ({ path, digest: '', published_at: '' }));
  const fault = foldStatuses(published, own).unplaced.find(({ path: [, at] }) => at === own.length - 1);
  if (fault) throw new Refused(`${fault.message} ${fault.help}`);
}

const unpublished = [EnvironmentError, SigningKeyError, LogError];

/**
 * Publishes the recorded changes.
 * @throws Refused when they cannot be published now; its message says that they are recorded
 */
async function publishRecorded(...given: Parameters<typeof publishChanges>): Promise<void> {
  try {
    await publishChanges(...given);
  } catch (error) {
    if (!unpublished.some(each => error instanceof each)) throw error;
    throw new Refused(`${(error as Error).message.trimEnd()} The change is recorded, and not published.`);
  }
}

/** Publishes the tree in force with the recorded changes of some versions, and with no other change of the content. */
async function publishChanges(
  place: Place,
  tree: PublishedTree | undefined,
  paths: readonly string[],
): Promise<void> {
  const { contentDir, dataDir, distDir, env, say } = place;
  if (!tree)
    throw new Refused(
      `The change is recorded. There is no tree in ${relative('.', distDir)} that carries its sources, to publish it again: run \`npm run ` +
        'build`, or put the tree there that readers have and run `npm run withdraw -- --recorded`.',
    );
  const setting = readEnvironment({ ...sharedVariables, ...signingVariables }, env);
  const signingKey = signingKeyOf(setting, readFileSync);
  const keys = loadKeyRing({ signingKey, dataDir, now: timeText() });
  const logDir = join(dataDir, 'log');
  const ahead = aheadOf(tree, { logDir, keys, contentDir });
  const held = new Set(tree.published.map(({ path }) => path));
  const concerned = paths.filter(path => held.has(path));
  const own = concerned.flatMap(path => recordedChanges(contentDir, path).changes);
  const all = legal(tree.published, joined(joined(tree.changes, ahead.changes), own));
  const added = all.length - tree.changes.length;
  if (added === 0) {
    const why = concerned.length < paths.length ? 'never had it' : 'says so already';
    say(`The tree in ${relative('.', distDir)} ${why}, so there is nothing to publish.`);
    return;
  }
  const throwAwayLog = !signingKey && isOfThisMachine(baseUrlOf(setting));
  const { pages } = await tree.publish(all, ahead.sources, {
    contentDir,
    distDir,
    keys,
    logDir,
    throwAwayLog,
  });
  const changes = plural(added, 'change of status', 'changes of status');
  say(`Published ${pages} pages in ${relative('.', distDir)}: the tree as it was, with ${changes}.`);
}

/**
 * Returns the legal changes in order. Illegal changes are left out, so that a fault of one version does not keep another version
 * in use.
 */
function legal(published: readonly Publication[], changes: readonly StatusChange[]): StatusChange[] {
  const wrong = new Set(foldStatuses(published, changes).unplaced.map(({ path: [, at] }) => at));
  return changes.filter((_, at) => !wrong.has(at));
}
