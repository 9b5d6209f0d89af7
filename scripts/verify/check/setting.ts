/** Checks that no export sets anything that is not on the list of its target, whoever signed it (docs/export-settings.md#1). */
import type { z } from 'zod';
import { exportKind } from '#document/kind/export.ts';
import { filesInPage } from '../../../build/page/export/page-files.ts';
import { NotPermitted } from '../../../build/page/export/permitted/form.ts';
import { settingsOf } from '../../../build/page/export/permitted/index.ts';
import type { Document } from '../check-input.ts';
import type { Tree } from '../tree.ts';
import type { Check } from './check.ts';

export const settingCheck: Check = {
  name: 'settings of exports',
  help: 'Install no export that is named here: it sets what a catalog may not set for that runtime.',
  run: ({ pages }, { documents }) =>
    [...documents.values()].flatMap(document => {
      const message =
        document.source.value.kind === exportKind.kind ? reasonAgainst(document, pages) : undefined;
      return message === undefined ? [] : [{ where: document.page.where, message }];
    }),
};

function reasonAgainst({ source: { value, body } }: Document, pages: Tree['pages']): string | undefined {
  const parsed = exportKind.fields.loose().safeParse(value);
  if (!parsed.success) return undefined; // The check of schemas says what is wrong.
  const { target, target_version, source, files } = parsed.data as z.infer<typeof exportKind.fields>;
  const team = source.split('/').at(-2) ?? '';
  const texts = filesInPage(body);
  try {
    settingsOf({
      target,
      target_version,
      team,
      version: { path: source, text: pages.get(source) && Buffer.from(pages.get(source)!.bytes).toString() },
      files: files.map(({ path }) => ({ path, text: texts.get(path) ?? '' })),
    });
    return undefined;
  } catch (error) {
    if (error instanceof NotPermitted) return error.message;
    throw error;
  }
}
