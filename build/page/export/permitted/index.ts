/**
 * The settings that an export may make, by target. The command that would write a setting, the verifier and the build refuse
 * every setting that is not on the list (docs/export-settings.md#1).
 */

import type { ExportTarget } from '#document/kind/export.ts';
import { checkCharacters } from '#document/text/characters.ts';
import { programsOf } from '../../program/index.ts';
import { readTeam } from '../../program/team.ts';
import { codingHosts } from './coding-host.ts';
import { type Form, hasForm, NotPermitted, nameIn, type Permitted } from './form.ts';
import { networks } from './network.ts';
import { programs } from './program.ts';
import { textHosts } from './text-host.ts';

/** The permitted files of every target. If a target is missing, this does not compile. */
export const permitted: Readonly<Record<ExportTarget, Permitted>> = {
  ...codingHosts,
  ...networks,
  ...programs,
  ...textHosts,
};

/** A setting that a file makes: its key, such as `permission.*`, and its value as JSON. */
export interface FileSetting {
  file: string;
  key: string;
  value: string;
}

interface Exported {
  target: ExportTarget;
  target_version: string;
  /** The name of the team, without its publisher. */
  team: string;
  files: readonly { path: string; text: string }[];
  /** The page of the version: its path, and its text if known. Programs are written again from the text and compared. */
  version: { path: string; text: string | undefined };
}

/** The paths of files that several teams share. Their settings are merged key by key, and the files are never replaced. */
export const sharedFiles: readonly string[] = Object.values(permitted).flatMap(({ forms }) =>
  forms.filter(({ isShared }) => isShared).map(({ path }) => path),
);

const formOf = (target: ExportTarget, file: string, team: string): Form | undefined =>
  permitted[target].forms.find(form => hasForm(form, file, team));

/**
 * Tells whether a team may have a file with this path for a target.
 * @param team the name of the team without its publisher
 */
export const mayHave = (target: ExportTarget, file: string, team: string): boolean =>
  formOf(target, file, team) !== undefined;

/**
 * Tells whether a team may make a setting in a file that teams share; false for any other file.
 * @param key the key in the form `table.name`
 */
export function mayShare(file: string, key: string, value: unknown): boolean {
  const form = Object.values(permitted)
    .flatMap(({ forms }) => forms)
    .find(({ path, isShared }) => isShared && path === file);
  const values = key.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  return form?.fields('', '').safeParse(values).success ?? false;
}

/**
 * Lists the settings of the files of an export, in the order of the files.
 * @throws NotPermitted when the list was not made for this version of the target, or a file or setting is not on it
 */
export function settingsOf(exported: Exported): FileSetting[] {
  const { target, target_version, files } = exported;
  const { versions } = permitted[target];
  if (!versions.includes(target_version))
    throw new NotPermitted(
      `It was made for ${target_version}, but this command knows only the settings of ${versions.join(' and ')}. Use another version of this command.`,
    );
  return files.flatMap(file => settingsIn(exported, file));
}

function settingsIn(
  { target, team, version }: Exported,
  { path, text }: Exported['files'][number],
): FileSetting[] {
  const form = formOf(target, path, team);
  if (!form)
    throw new NotPermitted(`It has the file ${path}, which the team ${team} may not have for ${target}.`);
  try {
    const [hidden] = checkCharacters(text);
    if (hidden) throw new NotPermitted(`Line ${hidden.line}: ${hidden.message}`);
    if (form.isProgram) checkProgram({ path, text }, target, version);
    const values = form.read(text, team);
    const result = form.fields(team, nameIn(path)).safeParse(values);
    if (result.success) return listed(values, form.prose).map(each => ({ file: path, ...each }));
    const { issues } = result.error;
    const {
      path: key,
      message,
      ...issue
    } = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]!;
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
    const place = [...key, ...(unknown === undefined ? [] : [unknown])].join('.');
    throw new NotPermitted(
      unknown === undefined
        ? `It sets ${place} to a value that is not allowed: ${message}.`
        : `It sets ${place}, which is not on the list of what an export may set.`,
    );
  } catch (error) {
    if (error instanceof NotPermitted)
      throw new NotPermitted(`The file ${path} is refused. ${error.message}`);
    throw error;
  }
}

/**
 * Checks that a program is the one that this code writes for the version.
 * @throws NotPermitted when it is not, or the text of the version is unknown
 */
function checkProgram(
  { path, text }: Exported['files'][number],
  target: ExportTarget,
  version: Exported['version'],
): void {
  if (version.text === undefined) throw new NotPermitted(`Its version ${version.path} is missing.`);
  const own = programsOf(readTeam(version.text, version.path), target).find(file => file.path === path);
  if (own?.text !== text)
    throw new NotPermitted(
      `It is not the program that this version of the command writes for ${version.path}. A newer version may write it; get that from where you got this.`,
    );
}

/** Lists the settings among values. A table gives one setting for each of its keys, at any depth. */
function listed(values: object, prose: readonly string[]): { key: string; value: string }[] {
  return Object.entries(values).flatMap(([key, value]) => {
    if (prose.includes(key)) return [];
    const isTable = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!isTable) return [{ key, value: JSON.stringify(value) }];
    return listed(value, prose).map(inner => ({ key: `${key}.${inner.key}`, value: inner.value }));
  });
}
