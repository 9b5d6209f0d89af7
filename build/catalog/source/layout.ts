/** Where each kind of source is in `content/`, and which of its fields the file name repeats. */

import type { Kind } from '#document/kind/kind.ts';
import { publicKinds, sourceKinds } from '#document/message/index.ts';

/** Each kind that editors write, with the shape of its paths. */
export const layouts = [...publicKinds, ...sourceKinds].flatMap(kind =>
  kind.source ? { kind, template: kind.source.layout, shape: shapeOf(kind.source.layout) } : [],
);

function shapeOf(template: string): RegExp {
  const form = template.replaceAll('.', '\\.').replaceAll(/\{\+\w+\}/g, '.+');
  return new RegExp(`^${form.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
}

/** Every shape of path that people write, for the message about a file that has none of them. */
export const templates = layouts.filter(({ kind }) => !kind.source?.record).map(({ template }) => template);

/** The layout of a file (relative to `content/`) with the fields that its path names; undefined if none matches. */
export function layoutOf(file: string): { kind: Kind; named: Record<string, string> } | undefined {
  for (const { kind, shape } of layouts) {
    const match = shape.exec(file);
    if (match) return { kind, named: { ...match.groups } };
  }
  return undefined;
}

/** The shape of the names of tables, which are read beside the document of their name. */
const tables = /^comparisons\/[a-z0-9]+(?:-[a-z0-9]+)*\.csv$/;

/** Whether a file (relative to `content/`) is the table of a comparison. */
export const isTable = (file: string): boolean => tables.test(file);

/** Whether the page of a source (relative to `content/`) has its bytes: a published version, and a table. */
export const isServedWhole = (file: string): boolean =>
  isTable(file) || layoutOf(file)?.kind.form === 'artifact';

/** Files of the operator that discovery serves as they are; each may be absent. */
export const operatorFiles = [
  'discovery/index-ping.txt',
  'discovery/mcp-registry-auth.txt',
  'discovery/directory-listing.json',
  'discovery/security-contact.txt',
] as const;
export type OperatorFile = (typeof operatorFiles)[number];
