/** Fault fixtures: each folder changes the small catalog in one way and states what the build says to that. */
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { formatFault, isError, type SourceFault } from '../../build/catalog/source/source-fault.ts';
import { build } from '../../build/run/build.ts';
import { testRing } from '../keys.ts';
import { exampleCopy, temporaryFolder } from './folder.ts';

export const faultFolder = join(import.meta.dirname, '../fixture/fault');

/** What the build says to the small catalog as a fixture changes it, with file names relative to the content. */
export function messagesOf(fixture: string): string {
  const content = exampleCopy();
  const overlay = join(faultFolder, fixture);
  cpSync(overlay, content, { recursive: true, filter: path => !/(?:expected\.txt|\.remove)$/.test(path) });
  const removals = join(overlay, '.remove');
  if (existsSync(removals)) rmSync(join(content, readFileSync(removals, 'utf8').trim()));
  const result = build({
    contentDir: content,
    distDir: temporaryFolder(),
    baseUrl: 'http://catalog.test',
    now: '2026-11-23T00:00:00Z',
    keys: testRing(),
    logDir: temporaryFolder(),
  });
  // Findings of a fixture need no basis unless the fixture is about warnings.
  const messages = result.ok ? result.noted : result.messages.filter(isError);
  return messages.map(message => formatFault(shorten(message, content))).join('');
}

/** A folder that is new each time must not show in what is compared. */
function shorten(message: SourceFault, content: string): SourceFault {
  const short = (text: string) => text.replaceAll(`${relative(process.cwd(), content)}/`, '');
  return {
    ...message,
    file: short(message.file),
    message: short(message.message),
    help: short(message.help),
  };
}
