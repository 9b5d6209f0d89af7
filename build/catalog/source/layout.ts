/** The path of each kind of source in `content/`, and the fields of a source that its path repeats. */

import type { Kind } from '#document/kind/kind.ts';
import { publicKinds, sourceKinds } from '#document/message/index.ts';

/** The layouts of all kinds that have files in `content/`, each with the expression that matches its paths. */
export const layouts = [...publicKinds, ...sourceKinds].flatMap(kind =>
  kind.source ? { kind, template: kind.source.layout, shape: shapeOf(kind.source.layout) } : [],
);

function shapeOf(template: string): RegExp {
  const form = template.replaceAll('.', '\\.').replaceAll(/\{\+\w+\}/g, '.+');
  return new RegExp(`^${form.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
}

/** The layouts of the files that people write, for the message about a file that fits none of them. */
export const templates = layouts.filter(({ kind }) => !kind.source?.record).map(({ template }) => template);

/**
 * Returns the kind of a file (relative to `content/`) and the fields in its path, with their values; undefined if no layout fits.
 */
export function layoutOf(file: string): { kind: Kind; named: Record<string, string> } | undefined {
  for (const { kind, shape } of layouts) {
    const match = shape.exec(file);
    if (match) return { kind, named: { ...match.groups } };
  }
  return undefined;
}

/** The form of the paths of tables. Each table belongs to the comparison of the same name. */
const tables = /^comparisons\/[a-z0-9]+(?:-[a-z0-9]+)*\.csv$/;

/** Tells whether a file (relative to `content/`) is the table of a comparison. */
export const isTable = (file: string): boolean => tables.test(file);

/**
 * Tells whether the page of a file (relative to `content/`) has the bytes of the file once it is published, as those of versions
 * and tables do.
 */
export const isServedWhole = (file: string): boolean =>
  isTable(file) || layoutOf(file)?.kind.form === 'artifact';

/** The files of the operator that discovery serves as they are. Each may be absent. */
export const operatorFiles = [
  'discovery/index-ping.txt',
  'discovery/mcp-registry-auth.txt',
  'discovery/directory-listing.json',
  'discovery/security-contact.txt',
] as const;
export type OperatorFile = (typeof operatorFiles)[number];
