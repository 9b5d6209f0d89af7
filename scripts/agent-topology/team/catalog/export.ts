/** Reads export pages: teams as files of a runtime. The files on a page are checked against the digests that the page states. */
import type { z } from 'zod';
import { exportKind } from '#document/kind/export.ts';
import { sha256Hex } from '#document/text/digest.ts';
import { filesInPage } from '../../../../build/page/export/page-files.ts';
import { NotPermitted } from '../../../../build/page/export/permitted/form.ts';
import { type FileSetting, settingsOf } from '../../../../build/page/export/permitted/index.ts';
import { wrongUse } from '../../../support/failure.ts';
import type { Catalog } from './catalog.ts';
import { type ProvedVersion, teamAt } from './version.ts';

type Fields = z.infer<typeof exportKind.fields>;

/** A file to be written in a project. */
export interface ExportedFile {
  /** The relative path of the file, with slashes. */
  path: string;
  /** `sha256:` and hexadecimal digits. */
  digest: string;
  text: string;
}

export interface TeamExport extends Pick<Fields, 'target' | 'target_version' | 'losses'> {
  /** Every setting in the files of the export. */
  settings: readonly FileSetting[];
  files: readonly ExportedFile[];
}

export const exportTargets: readonly string[] = exportKind.fields.shape.target.options;

/** The most bytes of a file in an export. Such files are texts for people to read. */
const maxFileBytes = 1024 * 1024;

/**
 * Reads the files of a version for a target, which is a runtime of agents, such as `claude-code`.
 * @throws Failure `wrongUse` when there is no such target, the version is not active, or the catalog lacks the export; `failed`
 * when the page is not the export of this version, or its files differ from what it states or set what no export may
 */
export async function readExport(
  catalog: Catalog,
  { state, bytes }: ProvedVersion,
  target: string,
): Promise<TeamExport> {
  if (!exportTargets.includes(target))
    throw wrongUse(`There is no target ${target}. Add --to with one of ${exportTargets.join(', ')}.`);
  const by = state.superseded_by ? ` by ${state.superseded_by}` : '';
  if (state.status !== 'active')
    throw wrongUse(`${state.path} is ${state.status}${by}, and only active versions have files.`);
  const path = state.path.replace(/^\/(?:starters|formations)\//, `/exports/${target}/`);
  const document = await catalog.document(path, exportKind);
  if (!document)
    throw wrongUse(`${catalog.name} has no export of ${state.path} for ${target}: ${path} is missing.`);
  const { source, source_digest, files, losses, target_version } = document.fields;
  if (source !== state.path || source_digest !== state.digest || document.fields.target !== target)
    return catalog.refuse(
      `${path} is the export of ${source} with ${source_digest}, not of ${state.path} with ${state.digest}.`,
    );
  const blocks = filesInPage(document.body);
  const read = files.map(({ path: file, digest, size_bytes }) => {
    const text = blocks.get(file);
    if (text === undefined) return catalog.refuse(`${path} lists the file ${file}, but does not have it.`);
    const size = Buffer.byteLength(text);
    if (size > maxFileBytes)
      return catalog.refuse(`${path}: the file ${file} has ${size} bytes, more than ${maxFileBytes}.`);
    if (size !== size_bytes || `sha256:${sha256Hex(text)}` !== digest)
      return catalog.refuse(`${path}: the file ${file} does not have the digest that the page states.`);
    return { path: file, digest, text };
  });
  if (new Set(files.map(file => file.path.toLowerCase())).size < files.length)
    return catalog.refuse(`${path} lists a file twice.`);
  const settings = settingsIn(catalog, path, {
    ...document.fields,
    files: read,
    team: teamAt(state.path)!.team,
    version: { path: state.path, text: bytes.toString() },
  });
  return { target: document.fields.target, target_version, losses, files: read, settings };
}

function settingsIn(
  catalog: Catalog,
  path: string,
  exported: Parameters<typeof settingsOf>[0],
): FileSetting[] {
  try {
    return settingsOf({ ...exported, team: exported.team.split('/').at(-1)! });
  } catch (error) {
    if (error instanceof NotPermitted) return catalog.refuse(`${path}: ${error.message}`);
    throw error;
  }
}
