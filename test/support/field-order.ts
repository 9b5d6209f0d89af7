/** Whether the service writes the fields of documents in the order that their references say. */

import { publishedSchema } from '#document/kind/kind.ts';
import { publicKinds } from '#document/message/index.ts';
import { type FieldSchema, fieldsOf } from '#document/message/kind-schema.ts';

/** The kinds that the service writes. All others that a tenant registers are kept as they were sent. */
const written = ['evidence_snapshot', 'recommendation'];

/** The mappings of a document whose fields stand in another order, each as what is there and what the reference says. */
export function outOfOrder(document: Record<string, unknown>): string[] {
  const kind = publicKinds.find(each => each.kind === document.kind);
  if (!kind || (kind.form === 'registered' && !written.includes(kind.kind))) return [];
  if (document.path === undefined && kind.form !== 'message' && kind.form !== 'registered') return [];
  return misplaced(document, fieldsOf(publishedSchema(kind)), '');
}

function misplaced(value: unknown, { properties, items }: FieldSchema, at: string): string[] {
  if (Array.isArray(value)) return value.flatMap(each => misplaced(each, items ?? {}, `${at}[]`));
  if (!properties || typeof value !== 'object' || value === null) return [];
  const fields = value as Record<string, unknown>;
  const own = Object.keys(fields).filter(name => name in properties);
  const known = Object.keys(properties).filter(name => name in fields);
  const wrong = own.join() === known.join() ? [] : [`${at}: ${own.join()} instead of ${known.join()}`];
  return [...wrong, ...own.flatMap(name => misplaced(fields[name], properties[name]!, `${at}.${name}`))];
}
