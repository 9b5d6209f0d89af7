/**
 * `npm run publish-version`: makes a version from a draft and records its digest, once a build with the version has succeeded.
 */

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { publicationFolder } from '#document/kind/publication.ts';
import { digestField, sha256Hex } from '#document/text/digest.ts';
import { baseUrlOf, readEnvironment, sharedVariables } from '#document/text/environment.ts';
import { readDocument, writeDocument } from '#document/text/front-matter.ts';
import { timeText } from '#document/text/time.ts';
import { completeVersion } from '../../build/catalog/check/complete.ts';
import { whatIsWritten } from '../../build/catalog/check/name.ts';
import { readContentFile, writeContentFile } from '../../build/catalog/source/content-file.ts';
import { type Drawn, diagram } from '../../build/catalog/source/diagram.ts';
import { type ParsedSource, readSource } from '../../build/catalog/source/source.ts';
import {
  formatFault,
  isError,
  type SourceFault,
  summarise,
} from '../../build/catalog/source/source-fault.ts';
import { loadKeyRing } from '../../build/document/proof/disk/signing-key.ts';
import { build, checkContent } from '../../build/run/build.ts';
import type { Host } from '../support/host.ts';
import { Refused, remembering, told } from './told.ts';

async function publish(files: readonly string[], host: Host): Promise<void> {
  if (files.length === 0)
    throw new Refused('Name the files to publish: npm run publish-version -- content/starters/NAME/1.0.0.md');
  const setting = readEnvironment(sharedVariables, host.env);
  const contentDir = setting.CONTENT_DIR;
  const names = files.map(file => relative(contentDir, resolve(file)));
  await refuseFaults(contentDir, names, baseUrlOf(setting));
  // Check all of them before writing any.
  const versions = names.map(name => prepare(contentDir, name));
  const undo = remembering(contentDir, [...names, ...names.map(recordOf)]);
  for (const { name, text, digest, isNew } of versions) {
    writeContentFile(join(contentDir, name), text);
    if (isNew)
      writeContentFile(
        join(contentDir, recordOf(name)),
        writeDocument({ digest, published_at: timeText() }, ''),
      );
  }
  const faults = await faultsOfBuild(contentDir, baseUrlOf(setting));
  if (faults.length > 0) {
    undo();
    throw new Refused(`${faults.map(formatFault).join('')}${summarise(faults).trim()}`);
  }
  for (const { name, digest, isNew } of versions)
    host.stdout.write(`${isNew ? 'published' : 'already published'} /${name} ${digest}\n`);
}

/** Builds the content with all pages in a temporary folder, with temporary keys. Returns the errors. */
async function faultsOfBuild(contentDir: string, baseUrl: string): Promise<SourceFault[]> {
  const folder = mkdtempSync(join(tmpdir(), 'publish-version-'));
  try {
    const keys = loadKeyRing({ dataDir: folder, now: timeText() });
    const result = await build({
      contentDir,
      baseUrl,
      keys,
      distDir: join(folder, 'dist'),
      logDir: join(folder, 'log'),
    });
    return result.ok ? [] : result.messages.filter(isError);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the name of the record of a version, relative to the content. */
const recordOf = (name: string): string => `${publicationFolder}/${name}`;

/**
 * Refuses files with faults other than those that publishing fixes.
 * @throws Refused that lists the faults
 */
async function refuseFaults(contentDir: string, names: readonly string[], baseUrl: string): Promise<void> {
  const shown = new Set(names.map(name => relative(process.cwd(), join(contentDir, name))));
  const { messages } = await checkContent({ contentDir, baseUrl });
  const faults = messages.filter(
    each =>
      isError(each) &&
      shown.has(each.file) &&
      !['unpublished-version', 'immutable-version'].includes(each.rule),
  );
  if (faults.length > 0) throw new Refused(`${faults.map(formatFault).join('')}${summarise(faults).trim()}`);
}

/** Returns the recorded digest of a version; undefined if it has no record. */
function recordedDigest(contentDir: string, name: string): string | undefined {
  const path = join(contentDir, recordOf(name));
  if (!existsSync(path)) return undefined;
  const parsed = readDocument(readOrRefuse(contentDir, recordOf(name)).toString('utf8'));
  if (!parsed.ok) throw new Refused(`${path} cannot be read; run \`npm run build\` to see why.`);
  return String(parsed.document.value.digest);
}

interface Prepared {
  name: string;
  text: string;
  digest: string;
  isNew: boolean;
}

/**
 * Makes the final text of a version and its record.
 * @throws Refused when the version is published with other bytes
 */
function prepare(contentDir: string, name: string): Prepared {
  const source = readVersion(contentDir, name);
  const text = source.published ? source.text : completeVersion(source);
  const digest = digestField(sha256Hex(text));
  const recorded = recordedDigest(contentDir, name);
  if (recorded === undefined && source.published && !text.includes(drawingOf(source)))
    throw new Refused(
      `The section Topology of ${name} is not that of its roles and edges. Make it a draft: remove ${whatIsWritten}.`,
    );
  if (recorded !== undefined && recorded !== digest) {
    throw new Refused(
      `${name} is published already with other bytes: recorded ${recorded}, found ${digest}. ` +
        'Restore the file and publish the change as a new version.',
    );
  }
  return { name, text, digest, isNew: recorded === undefined };
}

/** Returns the block of Mermaid for the roles and edges of a version. */
const drawingOf = ({ value }: ParsedSource): string =>
  `\`\`\`mermaid\n${diagram(value as unknown as Drawn).trimEnd()}\n\`\`\`\n`;

function readVersion(contentDir: string, name: string): ParsedSource {
  const path = join(contentDir, name);
  const parsed = readSource(name, readOrRefuse(contentDir, name));
  if (!parsed.ok) throw new Refused(`${path} has faults; run \`npm run build\` to see them.`);
  if (parsed.source.kind.form !== 'artifact') {
    throw new Refused(`${name} is no version of a starter or formation; it needs no publication.`);
  }
  return parsed.source;
}

/**
 * Reads a file.
 * @throws Refused when it is not a readable regular file
 */
function readOrRefuse(contentDir: string, name: string): Buffer {
  const parsed = readContentFile(contentDir, name);
  if (parsed.ok) return parsed.bytes;
  throw new Refused(`${join(contentDir, name)}: ${parsed.fault.message} ${parsed.fault.help}`);
}

/** Runs `npm run publish-version` with the arguments of a host, which are files to publish, and sets its exit code. */
export const publishVersions = (host: Host): Promise<void> =>
  told(host, () =>
    publish(parseArgs({ args: host.argv.slice(2), allowPositionals: true }).positionals, host),
  );
