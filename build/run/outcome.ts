/** Writes the report of a build: to people on two streams, or to tools as one JSON document. */
import { join } from 'node:path';
import { withHiddenShown } from '#document/text/characters.ts';
import { isOfThisMachine } from '#document/text/environment.ts';
import { readContentFile } from '../catalog/source/content-file.ts';
import { editOf } from '../catalog/source/fix.ts';
import {
  formatAnnotation,
  formatFault,
  type SourceFault,
  summarise,
} from '../catalog/source/source-fault.ts';
import type { Host } from '../publish/host.ts';
import type { BuildResult } from './build.ts';
import type { Fixed } from './fix.ts';

/** The result of a build, with the corrections before it and the time that it took. */
interface Outcome {
  result: BuildResult;
  fixed: readonly Fixed[];
  baseUrl: string;
  milliseconds: number;
}

/** Writes the corrections and the numbers of the publication to standard output, or the faults to standard error. */
export function tellPeople({ result, fixed, baseUrl, milliseconds }: Outcome, host: Host): void {
  const { stdout, stderr } = host;
  stdout.write(fixed.map(formatFixed).join(''));
  if (result.ok) {
    const { sources, written, pages } = result;
    const seconds = (milliseconds / 1000).toFixed(2);
    stdout.write(
      `Built ${pages} pages from ${sources} sources for ${baseUrl} in ${seconds} s (${written} files are new or changed).\n`,
    );
    // Only its own machine reads a log of this machine, so nobody has to know of it.
    if (result.isNewLog && !isOfThisMachine(baseUrl)) stdout.write(beginning);
    if (result.isNewBranch) stdout.write(newBranch);
    return;
  }
  const { messages } = result;
  stderr.write(`${messages.map(formatFault).join('')}${summarise(messages)}`);
  tellGithub(messages, host);
}

/** Writes faults as annotations, which GitHub shows at their lines. Does nothing outside GitHub Actions. */
export function tellGithub(messages: readonly SourceFault[], { env, stdout }: Host): void {
  if (env.GITHUB_ACTIONS) stdout.write(messages.map(formatAnnotation).join(''));
}

/** The note that a log begins. An operator should see it only once. */
const beginning =
  'A transparency log begins with this build. Keep DATA_DIR/log and back it up, because readers compare the log with what they saw before.\n';

const newBranch =
  'The log of this machine recorded other content, as happens after a change of branch, so the log began again.\n';

const formatFixed = ({ file, rule, edit }: Fixed): string =>
  `fixed ${file}:${edit.line}:${edit.column}: \`${withHiddenShown(edit.remove)}\` is now \`${withHiddenShown(edit.insert)}\` [${rule}]\n`;

/**
 * Returns the outcome as a JSON document: the publication if the build succeeded, the corrections, and the faults or warnings.
 */
export function documentOf({ result, fixed, baseUrl, milliseconds }: Outcome): object {
  const done = fixed.map(({ edit, ...message }) => diagnosticOf(message, edit));
  if (!result.ok) return { ok: false, fixed: done, diagnostics: result.messages.map(withEdit) };
  const { pages, sources, written, isNewLog } = result;
  const built = { base_url: baseUrl, pages, sources, written, new_log: isNewLog };
  return {
    ok: true,
    fixed: done,
    diagnostics: result.noted.map(withEdit),
    built: { ...built, milliseconds: Math.round(milliseconds) },
  };
}

function diagnosticOf(fault: SourceFault, fix?: object): object {
  const { file, line, column, field, rule, message, help } = fault;
  const severity = fault.severity ?? 'error';
  return { file, line, column, field, rule, severity, message, help, ...(fix && { fix }) };
}

/** Returns a fault as tools read it, with its fix as an edit. Its file is relative to the folder in which the command runs. */
function withEdit(message: SourceFault): object {
  const file = message.fix ? readContentFile(process.cwd(), join(message.file)) : undefined;
  return diagnosticOf(message, file?.ok ? editOf(file.bytes.toString('utf8'), message) : undefined);
}
