/** `npx tsx scripts/editor.ts`: writes the files of `.vscode/` that are made from the definitions of the kinds. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../build/publish/version.ts';
import { snippetFile, snippetText } from './edit/editor/snippets.ts';

writeFileSync(join(projectFolder, snippetFile), snippetText());
process.stdout.write(`Wrote ${snippetFile}.\n`);
