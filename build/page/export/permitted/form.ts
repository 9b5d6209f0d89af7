/** The permitted files of a target: the form of their paths, and every setting that a file of that form may make. */
import type { z } from 'zod';

/** The error for a file that is not permitted. Its message is a sentence that says why. */
export class NotPermitted extends Error {
  override name = 'NotPermitted';
}

/** The fields of a file by name. */
export type Values = Record<string, unknown>;

/** A sort of file that teams may have for a target. */
export interface Form {
  /** The pattern of the path of the file: `TEAM` stands for the name of the team, and `ROLE` for the name of a role. */
  path: string;
  /** The settings that the file may make, in a few words of Markdown for the contract (docs/export-settings.md#2). */
  says: string;
  /**
   * Reads the settings of the file.
   * @throws NotPermitted when the file is not written as the build writes such files, since other
   * programs could read it differently
   */
  read(text: string, team: string): Values;
  /**
   * Returns the schema of the settings: those that the file must have, and those that it may have.
   * @param name the name of the file without its extension
   */
  fields(team: string, name: string): z.ZodType;
  /** The fields that are texts for a model. They make no setting, and are not listed. */
  prose: readonly string[];
  /** Whether the file is a program. If so, it must be, byte for byte, what this version writes for the team. */
  isProgram?: true;
  /** Whether teams share the file. If so, its settings are merged into the file one by one. */
  isShared?: true;
}

/** The permitted files of some versions of a target. */
export interface Permitted {
  /** The versions of the target for which the list of forms was made. */
  versions: readonly string[];
  forms: readonly Form[];
}

const role = '[a-z0-9]+(?:-[a-z0-9]+)*';

/** The names that Windows reserves for devices, whatever extension follows. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * Tells whether a path has this form for a team.
 * @param team the name of the team without its publisher
 */
export function hasForm({ path }: Pick<Form, 'path'>, file: string, team: string): boolean {
  if (!new RegExp(`^${role}$`).test(team) || device.test(team)) return false;
  const literal = path.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll('TEAM', team).replaceAll('ROLE', role)}$`).test(file);
}

/** Returns the name of a file without folders and extension. */
export const nameIn = (file: string): string => file.split('/').at(-1)!.split('.')[0]!;
