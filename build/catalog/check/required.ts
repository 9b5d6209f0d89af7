/** The sources without which there is no catalog: the description of the site and the families. */
import type { Catalog } from '../source/catalog.ts';
import type { SourceFault } from '../source/source-fault.ts';

const required = ['site.md', 'families.md', 'status.md', 'guides/agentic-design-patterns.md'] as const;

export function checkRequired(catalog: Catalog): SourceFault[] {
  const present = new Set(catalog.sources.map(source => source.name));
  return required
    .filter(name => !present.has(name) && !catalog.failed.has(name))
    .map(name => ({
      file: catalog.fileOf(name),
      field: '',
      rule: 'required-file',
      message: 'The file is missing.',
      help: 'Write it; `content/README.md` says how.',
      line: 1,
      column: 1,
    }));
}
