/** The catalog that the bench generates. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkContent } from '../../../../build/run/build.ts';
import { generate } from '../../../../scripts/bench/catalog/generate.ts';
import { temporaryFolder } from '../../../support/folder.ts';

test('a generated catalog has no fault; its records do not say what their findings rest on', async () => {
  const contentDir = temporaryFolder();
  generate(contentDir, 60);
  const { messages } = await checkContent({ contentDir, baseUrl: 'http://catalog.test' });
  assert.deepEqual([...new Set(messages.map(({ rule }) => rule))], ['no-basis']);
});
