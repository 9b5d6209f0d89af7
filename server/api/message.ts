/** Reads the messages of tenants and runners: fields only, checked by the definition of their kind. */
import type { z } from 'zod';
import { checkSecrets } from '#document/guard/safety.ts';
import { readSent } from '#document/guard/sent.ts';
import { frontMatterLimit, type Kind, publishedSchema } from '#document/kind/kind.ts';
import type { Fault, UnplacedFault } from '#document/text/fault.ts';
import { decodeUtf8, type SourceDocument, writeDocument } from '#document/text/front-matter.ts';
import { placeAll, validate } from '#document/text/validate.ts';
import { describedBy } from '../site/links.ts';
import { notText, notValid } from './not-valid.ts';

export interface Message<Value> {
  value: Value;
  /** Finds the place of a field, by its path, in the text that was sent. */
  place: SourceDocument['place'];
  /** Throws the refusal of the message for the given faults, which its schema cannot find; does nothing without faults. */
  refuse(unplaced: readonly UnplacedFault[]): void;
}

/**
 * Reads a message.
 * @throws Refusal `malformed_request` for what is not UTF-8, `validation_failed` with every fault
 */
export function readMessage<Fields extends z.ZodRawShape>(
  kind: Kind<Fields>,
  body: Buffer,
  check: (value: Record<string, unknown>) => UnplacedFault[] = () => [],
): Message<z.infer<z.ZodObject<Fields>>> {
  const decoded = decodeUtf8(body);
  if (!decoded.ok) throw notText(decoded.faults);
  const parsed = readSent(decoded.text, frontMatterLimit(kind as unknown as Kind));
  if (!parsed.ok) throw invalid(parsed.faults);
  const { document } = parsed;
  const validation = validate(publishedSchema(kind as unknown as Kind), document);
  const faults = [
    ...checkSecrets(decoded.text, document),
    ...bodyFaults(document),
    ...placeAll(check(document.value), document.place),
  ];
  if (!validation.ok) throw invalid([...validation.faults, ...faults]);
  if (faults.length > 0) throw invalid(faults);
  const refuse = (unplaced: readonly UnplacedFault[]) => {
    if (unplaced.length > 0) throw invalid(placeAll(unplaced, document.place));
  };
  return { value: validation.value as z.infer<z.ZodObject<Fields>>, place: document.place, refuse };
}

/**
 * Tells whether a body is a message of a kind, for a route that takes several kinds. A body that cannot be read counts as the
 * kind that its text states.
 */
export function isOfKind(
  { kind, ...definition }: Pick<Kind, 'kind' | 'maxFrontMatter' | 'form'>,
  body: Buffer,
): boolean {
  const decoded = decodeUtf8(body);
  if (!decoded.ok) return false;
  const parsed = readSent(decoded.text, frontMatterLimit(definition));
  // A body that cannot be read is refused in the name of the kind that its text states.
  if (!parsed.ok) return new RegExp(`^kind: *["']?${kind}\\b`, 'm').test(decoded.text);
  return parsed.document.value.kind === kind;
}

function bodyFaults({ body, bodyLine }: SourceDocument): Fault[] {
  if (body.trim() === '') return [];
  const message = 'Text follows the front matter; this kind has fields only.';
  const help = 'Remove everything after the second `---`.';
  return [{ field: '', rule: 'empty-body', message, help, line: bodyLine, column: 1 }];
}

const invalid = (faults: readonly Fault[]) => notValid('Nothing was changed.', faults);

/** Returns the answer to a message: a document with the given fields, and the link to its schema. */
export function answer<Fields extends z.ZodRawShape>(
  kind: Kind<Fields>,
  status: number,
  fields: z.input<z.ZodObject<Fields>>,
  headers: readonly string[] = [],
): { status: number; headers: readonly string[]; body: string } {
  const body = writeDocument({ schema: kind.schema, kind: kind.kind, ...fields }, '');
  return { status, headers: ['Link', describedBy(kind.kind), ...headers], body };
}
