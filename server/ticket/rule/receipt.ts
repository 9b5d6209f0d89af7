/** Reads use receipts: returns the declared values and their digest, or everything that is wrong, each fault with its place. */

import { readSent } from '#document/guard/sent.ts';
import { frontMatterLimit, publishedSchema } from '#document/kind/kind.ts';
import { checkUseReceipt, type UseReceipt, useReceipt } from '#document/message/use-receipt.ts';
import { byPlace, type Fault, type Place } from '#document/text/fault.ts';
import type { SourceDocument } from '#document/text/front-matter.ts';
import { placeAll, validate } from '#document/text/validate.ts';

/** A receipt that fits its schema. Its ticket is not checked yet. */
export interface ReadReceipt {
  receipt: UseReceipt;
  /** Returns the place of the ticket in the text, for messages about it. */
  ticketPlace(): Place;
}

type ReceiptResult = ({ ok: true } & ReadReceipt) | { ok: false; faults: Fault[] };

const schema = publishedSchema(useReceipt as never);

/** The most faults of a receipt that are listed, and the most undeclared fields among them. Further ones are only counted. */
const maxListed = 20;
const maxUndeclared = 5;
/** The most colons in a text that is read. Each field has one, and the cost of reading depends on the number of fields. */
const maxColons = 200;

/** Reads a receipt by the rules of all documents (docs/documents.md#2). Each fault has its place. */
export function readReceipt(text: string): ReceiptResult {
  if (text.split(':').length > maxColons)
    return { ok: false, faults: [surplusFault(`It has about ${text.split(':').length} fields.`)] };
  const parsed = readSent(text, frontMatterLimit(useReceipt as never));
  if (!parsed.ok) return { ok: false, faults: listed(parsed.faults) };
  const { document } = parsed;
  const undeclared = Object.keys(document.value).filter(name => !Object.hasOwn(schema.shape, name));
  const surplus = new Set(undeclared.slice(maxUndeclared));
  const kept = Object.entries(document.value).filter(([name]) => !surplus.has(name));
  const validation = validate(schema, { ...document, value: Object.fromEntries(kept) });
  const faults = [
    ...(validation.ok ? [] : validation.faults),
    ...placeAll(checkUseReceipt(document.value), document.place),
    ...bodyFaults(document),
  ];
  if (!validation.ok || faults.length > 0) return { ok: false, faults: listed(faults, surplus.size) };
  return {
    ok: true,
    receipt: valuesOf(validation.value),
    ticketPlace: () => document.place(['ticket']),
  };
}

/**
 * Returns the first faults in the order of the text.
 * @param undeclared the number of further undeclared fields, which a last fault states
 */
function listed(faults: readonly Fault[], undeclared = 0): Fault[] {
  const first = [...faults].sort(byPlace).slice(0, maxListed);
  if (undeclared === 0) return first;
  return [...first, surplusFault(`${undeclared} more fields are undeclared.`)];
}

const surplusFault = (message: string): Fault => {
  const help = `Send only the fields of a receipt: ${Object.keys(schema.shape).join(', ')}.`;
  return { field: '', rule: 'unknown-field', message, help, line: 1, column: 1 };
};

function bodyFaults({ body, bodyLine }: SourceDocument): Fault[] {
  if (body.trim() === '') return [];
  const message = 'A use receipt has fields only; text follows its front matter.';
  const help = 'Remove everything after the second `---`.';
  return [{ field: '', rule: 'empty-body', message, help, line: bodyLine, column: 1 }];
}

const names = Object.keys(useReceipt.fields.shape);

/** Returns the declared values in the order of the schema, in which the digest covers them. */
function valuesOf(data: Record<string, unknown>): UseReceipt {
  const values: Record<string, unknown> = {};
  for (const name of names) values[name] = data[name];
  return values as UseReceipt;
}
