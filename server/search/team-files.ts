/** The note below search results that says how to get the teams among them as files (docs/command.md#6). */
import type { PageEntry } from '#document/text/manifest.ts';

const note =
  'You can take a starter as files of a runtime at `/exports/{target}/{name}.md`, and a formation at ' +
  '`/exports/{target}/{publisher}/{name}.md`. /exports/index.md lists the targets.';

/** Returns the note, as a list of one, if any of the results is a team; otherwise an empty list. */
export const teamFiles = (shown: readonly Pick<PageEntry, 'kind'>[]): string[] =>
  shown.some(({ kind }) => kind === 'starter' || kind === 'formation') ? [note] : [];
