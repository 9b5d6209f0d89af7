/** How the teams among results are got as files (docs/command.md#6). */
import type { PageEntry } from '#document/text/manifest.ts';

const note =
  'You can take a starter as files of a runtime at `/exports/{target}/{name}.md`, and a formation at ' +
  '`/exports/{target}/{publisher}/{name}.md`. /exports/index.md lists the targets.';

/** Returns the note below results that hold a team; nothing for others. */
export const teamFiles = (shown: readonly Pick<PageEntry, 'kind'>[]): string[] =>
  shown.some(({ kind }) => kind === 'starter' || kind === 'formation') ? [note] : [];
