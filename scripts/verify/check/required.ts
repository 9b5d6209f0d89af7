/** Checks that every address that the contract names for any content is there (docs/http.md#1). */
import { requiredOf } from '../required-paths.ts';
import { type Check, faultAt } from './check.ts';

export const requiredCheck: Check = {
  name: 'required addresses',
  help: 'Build again, and serve the whole folder, because every service of this kind has these addresses.',
  run: tree =>
    requiredOf(tree)
      .filter(path => !tree.pages.has(path))
      .map(path => faultAt(tree, path, `Nothing is served here${statusOf(tree.refused.get(path))}.`)),
};

const statusOf = (status: number | undefined) => (status ? ` (status ${status})` : '');
