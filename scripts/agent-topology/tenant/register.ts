/**
 * `tenant register`: sends formations, execution locks, suites, workload profiles and questions, each after the documents that it
 * names.
 */
import { existsSync, readFileSync } from 'node:fs';
import { registration } from '#document/message/registration.ts';
import { refused } from '../../runner/client.ts';
import { wrongUse } from '../../support/failure.ts';
import { markdownFiles } from '../../support/markdown-files.ts';
import { counted, say } from '../../support/output.ts';
import { type Connection, send } from './connection.ts';
import { type Draft, readDraft } from './reference.ts';
import { checkSigned } from './signature.ts';

/** The route to which documents of each kind are sent. */
const routes: Readonly<Record<string, string>> = {
  formation: 'formations',
  execution_lock: 'execution-locks',
  suite: 'suites',
  workload_profile: 'workload-profiles',
  question: 'questions',
};

/**
 * Registers files, and the documents in folders.
 * @throws Failure before anything is sent when a file is wrong; at the first document that is refused
 */
export async function register(connection: Connection, paths: readonly string[]): Promise<void> {
  const drafts = inOrder(paths.flatMap(filesAt).map(readDraft));
  const known = drafts.filter(({ kind }) => kind !== undefined && kind in routes);
  if (known.length === 0)
    throw wrongUse(
      `There is nothing to register here. Name documents of the kinds ${Object.keys(routes).join(', ')}.`,
    );
  for (const { kind, text, file, digest } of known) {
    const { fields } = await send(connection, routes[kind!]!, text, registration);
    if (fields.digest !== digest) throw refused(`It registered ${fields.digest}, and ${file} is ${digest}.`);
    await checkSigned(connection, digest, file);
  }
  say(`${counted(known.length, 'document')} registered.${skipped(drafts)}`);
  say('Next: agent-topology tenant plan PLAN.md');
}

/** Returns the file itself, or for a folder the documents in it: Markdown files with front matter. */
function filesAt(path: string): string[] {
  if (!existsSync(path)) throw wrongUse(`${path} does not exist.`);
  return markdownFiles(path).filter(file => file === path || readFileSync(file, 'utf8').startsWith('---'));
}

/** Returns each document once, after the documents that it names. */
function inOrder(drafts: readonly Draft[]): Draft[] {
  const files = new Set(drafts.flatMap(({ names, file }) => [...names, file]));
  return [...files].map(file => drafts.find(draft => draft.file === file) ?? readDraft(file));
}

function skipped(drafts: readonly Draft[]): string {
  const files = drafts.filter(({ kind }) => kind === undefined || !(kind in routes)).map(({ file }) => file);
  return files.length === 0 ? '' : ` The command left out files of other kinds: ${files.join(', ')}.`;
}
