/** All verbs: those that programs of teams are written in, and the usual tools of roles. */
import { fileVerbs } from './file.ts';
import { listVerbs } from './list.ts';
import { patchVerbs } from './patch.ts';
import { queueVerbs } from './queue.ts';
import { ratingVerbs } from './rating.ts';
import { textVerbs } from './text.ts';
import type { Verb } from './verb.ts';

/** The verbs of programs. */
export const verbs: readonly Verb[] = [
  ...queueVerbs,
  ...patchVerbs,
  fileVerbs.runTests,
  ...textVerbs,
  ...listVerbs,
  ...ratingVerbs,
];

const byName = (...names: string[]): Verb[] => names.map(name => verbs.find(each => each.name === name)!);

/** What a program of a team may always use: it changes nothing but its own queues and books. */
export const plainVerbs: readonly Verb[] = [
  ...queueVerbs,
  ...textVerbs.filter(({ name }) => name !== 'save_page'),
  ...listVerbs,
  ...ratingVerbs,
];

/** What the tools of the vocabulary are, where one thing suits every project. */
export const toolVerbs: Readonly<Record<string, readonly Verb[]>> = {
  'apply-patch': byName('apply_patch', 'try_patch'),
  'build-in-sandbox': [fileVerbs.runTests, fileVerbs.runAny],
  'find-text': byName('find_text', 'check_quotes'),
  'list-files': [fileVerbs.listFiles],
  merge: byName('merge'),
  'read-files': [fileVerbs.readFile, fileVerbs.listFiles],
  'run-in-sandbox': [fileVerbs.runTests, fileVerbs.runAny],
  'run-tests': [fileVerbs.runTests],
  'search-code': [fileVerbs.searchFiles],
  'search-log': [fileVerbs.searchFiles],
  'web-fetch': [fileVerbs.readWebPage, ...byName('save_page')],
  'write-files': [fileVerbs.writeFile, fileVerbs.editFile],
  'write-tests': [fileVerbs.writeTest],
};
