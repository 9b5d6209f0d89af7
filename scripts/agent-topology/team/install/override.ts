/** The models that a person chose in place of the catalog's. The lock file keeps them for updates (docs/command.md#12). */
import type { ExportTarget } from '#document/kind/export.ts';
import { sha256Hex } from '#document/text/digest.ts';
import { type Failure, wrongUse } from '../../../support/failure.ts';
import type { ExportedFile } from '../catalog/export.ts';

/** The chosen model of each role, by the name of the role. */
export type Models = Readonly<Record<string, string>>;

/** The forms of the names of models, of any vendor, and of the names of roles. */
export const modelForm = /^(?=.{1,128}$)[A-Za-z0-9][A-Za-z0-9._:/@+-]*(?: [A-Za-z0-9._:/@+()-]+)*$/;
export const roleForm = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/**
 * Reads `ROLE=MODEL` and adds it to the choices before. An empty model takes a choice back.
 * @throws Failure for a text of another form
 */
export function readModel(text: string, before: Models = {}): Models {
  const [role = '', model = ''] = text.split(/=(.*)/s);
  if (!roleForm.test(role) || !text.includes('=') || (model !== '' && !modelForm.test(model)))
    throw wrongUse(
      'Write --model ROLE=MODEL, such as reviewer=opus. ROLE= goes back to the model of the catalog.',
    );
  return { ...before, [role]: model };
}

/** A model that a person chose, and the file that states it. */
export interface ChosenModel {
  role: string;
  /** The name of the chosen model; absent if the choice was taken back. */
  model?: string;
  path: string;
}

/** The forms of names of models by target, if its makers document one. For other targets, any name without spaces is accepted. */
const documented: Partial<Record<ExportTarget, { form: RegExp; says: string }>> = {
  // https://code.claude.com/docs/en/sub-agents: an alias, `inherit`, or a full name; other clouds put a region and a vendor before it.
  'claude-code': {
    form: /^(?:sonnet|opus|haiku|inherit|(?:[a-z]+[./])*claude-[a-z0-9][^ ]*)$/,
    says: 'sonnet, opus, haiku, inherit, or a full name such as claude-opus-4-5',
  },
  // https://opencode.ai/docs/models: PROVIDER/MODEL; with anything else it ends with ProviderModelNotFoundError.
  opencode: { form: /^[^/ ]+\/[^ ]+$/, says: 'PROVIDER/MODEL, such as anthropic/claude-opus-4-5' },
  // https://code.visualstudio.com/docs/copilot/customization/custom-agents: the name that the picker shows, with its vendor or without;
  // the CLI takes names such as gpt-5-mini too.
  copilot: { form: /./, says: 'a name such as Claude Sonnet 4.5' },
};

const anyName = { form: /^[^ ]+$/, says: 'a name without spaces' };

/**
 * Refuses models that the target cannot have.
 * @throws Failure that names the model
 */
export function refuseUnknownModels(target: ExportTarget, models: Models): void {
  const known = documented[target] ?? anyName;
  for (const [role, model] of Object.entries(models))
    if (model !== '' && !known.form.test(model))
      throw wrongUse(
        `--model ${role}=${model}: ${target} knows no model ${model}. It takes ${known.says}. Nothing was changed.`,
      );
}

/** Adds new choices of models to the former ones. Returns undefined if no choice is left. */
export function withModels(before: Models, now: Models): Models | undefined {
  const all = Object.entries({ ...before, ...now }).filter(([, model]) => model !== '');
  return all.length === 0 ? undefined : Object.fromEntries(all);
}

/**
 * Puts other models into the files of an export.
 * @param name the name of the team, without its publisher
 * @param models the names of models by role; an empty one takes a choice back
 * @param before the former choices, which can be taken back even for a role that the team no longer has
 * @returns the files, and the models with the files that state them
 * @throws Failure when a role has no file that names its model
 */
export function overridden(
  files: readonly ExportedFile[],
  name: string,
  models: Models,
  before: Models,
): { files: readonly ExportedFile[]; chosen: readonly ChosenModel[] } {
  let changed = files;
  const chosen = Object.entries(models).flatMap(([role, model]): ChosenModel[] => {
    const at = changed.findIndex(({ path }) => isOfRole(path, name, role));
    const text = at < 0 ? undefined : withModel(changed[at]!, model);
    if (text === undefined && model === '' && role in before) return [];
    if (text === undefined) throw noFile(changed, name, role);
    const { path } = changed[at]!;
    if (model === '') return [{ role, path }];
    changed = changed.with(at, { path, text, digest: `sha256:${sha256Hex(text)}` });
    return [{ role, model, path }];
  });
  return { files: changed, chosen };
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
    roles.length > 0
      ? `The roles with a file are ${roles.join(', ')}.`
      : 'This target has no files of roles, so change the model in the file that it writes.';
  return wrongUse(
    `--model ${role}=…: no file of ${name} sets a model for a role ${role}. ${there} Nothing was changed.`,
  );
}

/**
 * Puts another model into a file: in the field of its front matter, or the key of its TOML before the first table. Returns
 * undefined when the file has no such field.
 */
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
