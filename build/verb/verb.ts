/** A verb: one thing that a program of a team does, the same for every team. */
import { z } from 'zod';
import { Refused } from './folder.ts';

/** What a person configured. No verb reaches or starts anything else. */
export interface Place {
  /** All files are below it. */
  folder: string;
  /** The commands that may run, each as its words, by the name that a verb gets. */
  commands: Record<string, string[]>;
  /** Whether any other command may run. */
  shell: boolean;
  /** Hosts that may be read although they are not on the open web. */
  sites: string[];
}

export interface Verb {
  name: string;
  /** What it does, and what a caller must know, in a few sentences. */
  description: string;
  input: z.ZodObject;
  run(input: never, place: Place): unknown;
}

/** Defines a verb. Its input is checked before it runs. */
export const defineVerb = <Shape extends z.ZodRawShape>(
  name: string,
  description: string,
  shape: Shape,
  run: (input: z.output<z.ZodObject<Shape>>, place: Place) => unknown,
): Verb => ({
  name,
  description,
  input: z.strictObject(shape) as unknown as z.ZodObject,
  run: run as Verb['run'],
});

/** Characters that the input of a verb may have as JSON. */
const mostInput = 8 * 1024 * 1024;

/**
 * Runs a verb.
 * @param input as JSON gave it
 * @throws Refused for an input that does not fit, and for what the verb refuses
 */
export async function callVerb({ name, input, run }: Verb, given: unknown, place: Place): Promise<unknown> {
  if ((JSON.stringify(given) ?? '').length > mostInput)
    throw new Refused(`The input of ${name} has more than ${mostInput} characters.`);
  const parsed = input.safeParse(given);
  if (!parsed.success)
    throw new Refused(`The input of ${name} does not fit.\n${z.prettifyError(parsed.error)}`);
  return run(parsed.data as never, place);
}

/** What a verb returned, or why it was refused, as a text for a model. */
export async function toldByVerb(each: Verb, given: unknown, place: Place): Promise<string> {
  try {
    const result = await callVerb(each, given, place);
    return typeof result === 'string' ? result : JSON.stringify(result);
  } catch (error) {
    if (error instanceof Refused) return `Refused: ${error.message}`;
    throw error;
  }
}

export const shortText = z.string().max(1000);
export const longText = z.string().max(4_000_000);
/** An object of a list that a role wrote. */
export const item = z.record(z.string().max(200), z.unknown());
export const items = z.array(item).max(5000);
export const seed = shortText
  .optional()
  .describe('The same seed draws the same. Without one, a new one is used and returned.');

/** A value as a text that compares: small letters, spaces joined, thousands without commas, fractions reduced. */
export function normalText(value: unknown): string {
  const text = (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).normalize('NFKC');
  const plain = text.toLowerCase().trim().split(/\s+/).join(' ').replace(/[.!]$/, '');
  const number = plain.replace(/(?<=\d),(?=\d{3}(?:\D|$))/g, '');
  if (/^[-+]?\d{1,15}(?:\.\d{1,15})?$/.test(number)) return String(Number(number));
  const [, over, under] = /^(\d{1,15}) ?\/ ?(\d{1,15})$/.exec(number) ?? [];
  if (!over || !under || Number(under) === 0) return plain;
  const common = commonDivisor(Number(over), Number(under));
  return `${Number(over) / common}/${Number(under) / common}`;
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b));
