/** The operator's own files, which discovery serves nearly as they are. */
import { securityTxtPath } from '#document/guard/security-txt.ts';
import type { OperatorFile } from '../../../build/catalog/source/layout.ts';
import { type Tree, textOf } from '../tree.ts';

const paths: Readonly<Record<OperatorFile, string>> = {
  'discovery/index-ping.txt': '/index-ping.txt',
  'discovery/mcp-registry-auth.txt': '/.well-known/mcp-registry-auth',
  'discovery/directory-listing.json': '/.well-known/directory-listing.json',
  'discovery/security-contact.txt': securityTxtPath,
};

/** The files of the operator that a tree serves, by their names below `content/`. */
export function operatorFilesOf(tree: Tree): Partial<Record<OperatorFile, string>> {
  const found = Object.entries(paths).flatMap(([name, path]) => {
    const page = tree.pages.get(path);
    return page ? [[name, sourceText(path, textOf(page))]] : [];
  });
  return Object.fromEntries(found);
}

/** The build adds to a contact where it is served. */
const sourceText = (path: string, text: string): string =>
  (path === securityTxtPath ? text.replace(/^Canonical: .*\n?/m, '') : text).trim();
