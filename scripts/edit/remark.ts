/**
 * Runs the checks of the build as a plugin of remark, for editors: each mistake of an open file at its place, with its correction
 * if that is certain. The file is checked as it is in the editor, saved or not, together with all other files as they are saved.
 */
import { join, relative, resolve, sep } from 'node:path';
import type { Root } from 'mdast';
import type { Processor, Transformer } from 'unified';
import { type Edit, editOf } from '../../build/catalog/source/fix.ts';
import type { SourceFault } from '../../build/catalog/source/source-fault.ts';
import { projectFolder } from '../../build/publish/version.ts';
import { WorkingCopy } from '../../build/run/working-copy.ts';

type File = Parameters<Transformer<Root>>[1];

/** The compiled sources of each content folder, which stay in memory as long as the editor runs. */
const copies = new Map<string, WorkingCopy>();

function copyOf(contentDir: string): WorkingCopy {
  const now = () => new Date().toISOString();
  const copy =
    copies.get(contentDir) ?? new WorkingCopy({ contentDir, baseUrl: 'http://localhost:8080', now });
  copies.set(contentDir, copy);
  return copy;
}

/**
 * Adds the checks of the content to remark. It neither parses nor changes the text, so formatting with remark leaves a file
 * unchanged.
 * @param contentDir the folder to check; by default `content` of the project
 */
export function contentChecks(
  this: Processor,
  { contentDir = join(projectFolder, 'content') }: { contentDir?: string } = {},
): Transformer<Root> {
  this.parser = (): Root => ({ type: 'root', children: [] });
  this.compiler = (_, file) => String(file);
  return (_, file) => {
    const name = relative(contentDir, resolve(file.cwd, file.path)).split(sep).join('/');
    if (name.startsWith('../')) return;
    const copy = copyOf(contentDir);
    const text = String(file);
    copy.read({ name, bytes: Buffer.from(file.value as string) });
    const { messages, catalog } = copy.check();
    const own = catalog.fileOf(name);
    for (const message of messages) if (message.file === own) tell(file, message, editOf(text, message));
  };
}

function tell(file: File, { line, column, message, help, rule }: SourceFault, edit: Edit | undefined): void {
  const start = edit ? { line: edit.line, column: edit.column } : { line, column };
  const end = { line: start.line, column: start.column + (edit?.remove.length ?? 0) };
  const told = file.message(message, { place: { start, end }, source: 'catalog', ruleId: rule });
  told.fatal = true;
  told.note = help;
  if (edit) told.expected = [edit.insert];
}
