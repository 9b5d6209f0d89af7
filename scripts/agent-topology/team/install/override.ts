/** The models that a person chose instead of the catalog's; the lock file keeps them for updates (docs/task-to-files.md#5). */
import { sha256Hex } from '#document/text/digest.ts';
import { Failure } from '../../../support/failure.ts';
import type { ExportedFile } from '../catalog/export.ts';

/** The model of each role that is to have another one. */
export type Models = Readonly<Record<string, string>>;

/** The form of the names of models, of any vendor, and of roles. */
export const modelForm = /^[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,127}$/;
export const roleForm = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Reads `ROLE=MODEL`. A model that is empty takes the override back. @throws Failure when it is not that */
export function readModel(text: string, before: Models = {}): Models {
  const [role = '', model = ''] = text.split(/=(.*)/s);
  if (!roleForm.test(role) || !text.includes('=') || (model !== '' && !modelForm.test(model)))
    throw new Failure('wrongUse', '--model is ROLE=MODEL, such as reviewer=opus; ROLE= takes it back.');
  return { ...before, [role]: model };
}

/** The overrides of before with those of now. */
export function withModels(before: Models | undefined, now: Models): Models | undefined {
  const all = Object.entries({ ...before, ...now }).filter(([, model]) => model !== '');
  return all.length === 0 ? undefined : Object.fromEntries(all);
}

/**
 * The files of an export with other models.
 * @param name of the team, without its publisher
 * @throws Failure when a role has no file that names its model
 */
export function overridden(
  files: readonly ExportedFile[],
  name: string,
  models: Models | undefined,
): readonly ExportedFile[] {
  let changed = files;
  for (const [role, model] of Object.entries(models ?? {})) {
    const at = changed.findIndex(({ path }) => isOfRole(path, name, role));
    const text = at < 0 ? undefined : withModel(changed[at]!, model);
    if (text === undefined) throw noFile(changed, name, role);
    const file = { path: changed[at]!.path, text, digest: `sha256:${sha256Hex(text)}` };
    changed = changed.with(at, file);
  }
  return changed;
}

const isOfRole = (path: string, name: string, role: string): boolean =>
  path.endsWith(`/${name}-${role}.md`) ||
  path.endsWith(`/${name}-${role}.agent.md`) ||
  path.endsWith(`/${name}-${role}.toml`);

function noFile(files: readonly ExportedFile[], name: string, role: string): Failure {
  const roles = files.flatMap(({ path }) => {
    const file = path
      .split('/')
      .at(-1)!
      .replace(/(?:\.agent)?\.(?:md|toml)$/, '');
    return path.includes('/agents/') && file.startsWith(`${name}-`) ? [file.slice(name.length + 1)] : [];
  });
  const there =
    roles.length > 0 ? `there are ${roles.join(', ')}` : 'this target has none; change its program instead';
  return new Failure(
    'wrongUse',
    `No file sets the model of ${role} of ${name}: ${there}. Nothing was changed.`,
  );
}

/** A file with another model: the field of its front matter, or the key of its TOML before the first table. */
function withModel({ path, text }: ExportedFile, model: string): string | undefined {
  const lines = text.split('\n');
  const isToml = path.endsWith('.toml');
  const start = isToml ? 0 : 1;
  if (!isToml && lines[0] !== '---') return undefined;
  const end = lines.findIndex(
    (line, at) => at >= start && (isToml ? /^\[|"""|'''/.test(line) : line === '---'),
  );
  if (end < 0) return undefined;
  const line = isToml ? `model = ${JSON.stringify(model)}` : `model: ${JSON.stringify(model)}`;
  const at = lines.findIndex((each, index) => index >= start && index < end && /^model\s*[:=]/.test(each));
  return at < 0 ? lines.toSpliced(end, 0, line).join('\n') : lines.with(at, line).join('\n');
}
