/** Reads an answer as a document of the expected kind, and checks all of its fields. */
import type { z } from 'zod';
import { error as errorKind } from '#document/kind/error.ts';
import { frontMatterLimit, type Kind, publishedSchema } from '#document/kind/kind.ts';
import { decodeUtf8, readDocument } from '#document/text/front-matter.ts';
import { oncePer } from '#document/text/once-per.ts';
import { excerpt } from '../harmless.ts';
import { BadAnswer } from './error.ts';

/** The fields of a kind, with the common fields that programs use. */
type Fields<Shape extends z.ZodRawShape> = z.infer<z.ZodObject<Shape>> & {
  title?: string;
  description?: string;
  canonical_url?: string;
};

export interface CheckedDocument<Shape extends z.ZodRawShape> {
  fields: Fields<Shape>;
  body: string;
  /** The whole text as it came, since a signature is over its bytes. */
  text: string;
}

/**
 * Returns the schema of a kind. It drops fields that a later version of a service may add, so that nothing unchecked is used.
 */
const schemaOf: (kind: Kind) => z.ZodObject = oncePer((kind: Kind) => publishedSchema(kind).strip());

/**
 * Reads bytes as a document of a kind.
 * @param maxFrontMatter the most characters of front matter; by default as many as a document of the kind that is sent to a
 * service may have
 * @throws BadAnswer that names the first fault
 */
export function readAs<Shape extends z.ZodRawShape>(
  kind: Kind<Shape>,
  bytes: Uint8Array,
  maxFrontMatter = frontMatterLimit(kind),
): CheckedDocument<Shape> {
  const refuse = (reason: string): never => {
    throw new BadAnswer(`It is not a document of the kind ${kind.kind}: ${excerpt(reason)}`);
  };
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) return refuse(decoded.faults[0]!.message);
  const parsed = readDocument(decoded.text, maxFrontMatter);
  if (!parsed.ok) return refuse(`line ${parsed.faults[0]!.line}: ${parsed.faults[0]!.message}`);
  const { value, body } = parsed.document;
  const result = schemaOf(kind as unknown as Kind).safeParse(value);
  if (result.success) return { fields: result.data as Fields<Shape>, body, text: decoded.text };
  const { path, message } = result.error.issues[0]!;
  return refuse(`\`${path.join('.')}\`: ${message}.`);
}

/** Reads the document of a refusal; undefined if the bytes are no such document. */
export function readRefusal(bytes: Uint8Array): Fields<typeof errorKind.fields.shape> | undefined {
  try {
    return readAs(errorKind, bytes).fields;
  } catch (error) {
    if (error instanceof BadAnswer) return undefined;
    throw error;
  }
}
