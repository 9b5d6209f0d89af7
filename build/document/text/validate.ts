/** Validates front matter against a schema. Each fault has its place, what was expected, and what to do. */
import { z } from 'zod';
import type { UnplacedFault } from './fault.ts';
import { byPlace, type Fault, type FieldPath, type Fix, fieldName, maxFaults, shown } from './fault.ts';
import type { SourceDocument } from './front-matter.ts';
import { firstForeignLetter } from './letter.ts';
import { certainName, didYouMean } from './suggestion.ts';

export { didYouMean };

type Issue = z.core.$ZodIssue;

/**
 * Validates a document that was read. Returns the typed value; or its faults, at most `maxFaults`, in the order of the text.
 */
export function validate<Schema extends z.ZodObject>(
  schema: Schema,
  document: Pick<SourceDocument, 'value' | 'place'>,
): { ok: true; value: z.infer<Schema> } | { ok: false; faults: Fault[] } {
  const result = schema.safeParse(document.value);
  if (result.success) return { ok: true, value: result.data };
  // Faults beyond the limit get no message, since writing one costs more than finding the fault.
  const issues = result.error.issues.slice(0, maxFaults);
  const unplaced = withoutMisspelt(
    onePerField(issues).flatMap(issue => faultsOf(issue, schema, document.value)),
  );
  return { ok: false, faults: placeAll(unplaced, document.place) };
}

/**
 * Keeps one issue for each field, so that one cause gives one message: a text in place of a list is not also too long. The
 * order of fields is kept.
 */
function onePerField(issues: readonly Issue[]): Issue[] {
  const byField = new Map<string, Issue[]>();
  for (const issue of issues) {
    const name = JSON.stringify(issue.path);
    byField.set(name, [...(byField.get(name) ?? []), issue]);
  }
  return [...byField.values()].flatMap(some => {
    if (some.some(({ code }) => code === 'unrecognized_keys')) return some;
    const type = some.find(({ code }) => code === 'invalid_type');
    return [type ?? some.find(({ code }) => code !== 'custom') ?? some[0]!];
  });
}

/** Drops the faults of missing fields that are present under a misspelt name, since the misspelt name is reported already. */
function withoutMisspelt(unplaced: readonly UnplacedFault[]): UnplacedFault[] {
  const corrected = new Set(
    unplaced.flatMap(({ rule, path, fix }) =>
      rule === 'unknown-field' && fix ? [fieldName([...path.slice(0, -1), fix.write.slice(0, -1)])] : [],
    ),
  );
  return unplaced.filter(({ rule, path }) => rule !== 'required' || !corrected.has(fieldName(path)));
}

/** Adds to faults their places in the text. Keeps the first `maxFaults`, in the order of the text. */
export function placeAll(unplaced: readonly UnplacedFault[], place: SourceDocument['place']): Fault[] {
  return unplaced
    .slice(0, maxFaults)
    .map(({ path, ...unplacedFault }) => ({ field: fieldName(path), ...unplacedFault, ...place(path) }))
    .sort(byPlace);
}

function faultsOf(issue: Issue, schema: z.ZodObject, value: unknown): UnplacedFault[] {
  const path = issue.path.map(step => (typeof step === 'number' ? step : String(step)));
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(schema, path);
    const present = Object.keys(Object(valueAt(value, path)));
    return issue.keys.slice(0, maxFaults).map(key => {
      const help = /^\d{3}$/.test(key)
        ? 'Write a number without separators, such as `1500000`.'
        : `Remove it; the fields here are ${known.join(', ')}.${didYouMean(key, known)}`;
      const fix = certainName(key, known, ':');
      return {
        path: [...path, key],
        rule: 'unknown-field',
        message: `Unknown field \`${fieldName([...path, key])}\`.`,
        help,
        // The same field twice would be another fault.
        ...(fix && !present.includes(fix.write.slice(0, -1)) && { fix }),
      };
    });
  }
  const name = fieldName(path);
  const found = valueAt(value, path);
  if (found === undefined) {
    const message = `The field \`${name}\` is missing; expected ${expectation(issue)}.`;
    const none = path.length === 1 && mayBeEmpty(schema, String(path[0]));
    const help = `Add \`${path.at(-1)}:\`${none ? `, or \`${path.at(-1)}: []\` if there are none` : ''}.`;
    return [{ path, rule: 'required', message, help }];
  }
  const message = `\`${name}\` is ${show(found)}; expected ${expectation(issue)}.`;
  return [{ path, rule: ruleOf(issue), message, ...remedy(issue, found) }];
}

/** Tells whether a field at the top of a document is a list that may be empty. */
function mayBeEmpty(schema: z.ZodObject, name: string): boolean {
  const field = schema.shape[name] as z.ZodType | undefined;
  const { rules } = (field?.meta() ?? {}) as { rules?: string };
  // Some lists must have an item because a later check demands it, which their rules say.
  return field?.safeParse([]).success === true && !rules?.startsWith('1 ');
}

function ruleOf(issue: Issue): string {
  const rules: Partial<Record<Issue['code'], string>> = {
    invalid_type: 'type',
    invalid_value: 'value',
    too_big: 'maximum',
    too_small: 'minimum',
    invalid_format: 'format',
  };
  return rules[issue.code] ?? 'value';
}

function expectation(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeNames[issue.expected] ?? `a ${issue.expected}`;
    case 'invalid_value':
      return issue.values.length === 1
        ? `\`${String(issue.values[0])}\``
        : `one of ${issue.values.map(String).join(', ')}`;
    case 'too_big':
      return `at most ${amount(Number(issue.maximum), issue.origin)}`;
    case 'too_small':
      return `at least ${amount(Number(issue.minimum), issue.origin)}`;
    default:
      return issue.message.replace(/^expected /, '');
  }
}

const typeNames: Record<string, string> = {
  string: 'a text',
  int: 'a whole number',
  number: 'a whole number',
  array: 'a list',
  object: 'a mapping of fields',
  boolean: 'true or false',
};

function amount(limit: number, origin: string): string {
  const units: Record<string, string> = { string: 'character', array: 'item' };
  const unit = units[origin];
  return unit === undefined ? `${limit}` : `${limit} ${unit}${limit === 1 ? '' : 's'}`;
}

function remedy(issue: Issue, found: unknown): { help: string; fix?: Fix } {
  const foreign = issue.code === 'invalid_format' && typeof found === 'string' && firstForeignLetter(found);
  if (foreign) return { help: `It has ${foreign.called}: type it again.` };
  if (issue.code === 'invalid_value' && typeof found === 'string') {
    const values = issue.values.map(String);
    const fix = certainName(found, values);
    return { help: `Write one of them.${didYouMean(found, values)}`, ...(fix && { fix }) };
  }
  if (issue.code === 'invalid_type' && issue.expected === 'string') {
    if (found === null)
      return { help: 'Write a text after the colon; put quotes around one that begins with `#`.' };
    const isPlain = typeof found === 'number' || typeof found === 'boolean';
    const fix = isPlain && { found: String(found), write: `"${found}"` };
    return { help: 'Put quotes around it.', ...(fix && { fix }) };
  }
  if (issue.code === 'invalid_type' && typeof found === 'string' && isWholeNumber(issue, found))
    return { help: 'Remove the quotes.', fix: { found: `"${found}"`, write: found } };
  if (issue.code === 'invalid_type' && issue.expected === 'array')
    return { help: 'Write a list: `[one, two]`, or each item on a line of its own after `- `.' };
  if (issue.code === 'invalid_format' && typeof found === 'string')
    return { help: `Correct the value.${nearForm(issue, found)}` };
  if (issue.code === 'too_big') return { help: issue.origin === 'string' ? 'Shorten it.' : 'Reduce it.' };
  if (issue.code === 'too_small')
    return { help: issue.origin === 'array' ? 'Add what is missing.' : 'Raise it.' };
  return { help: 'Correct the value.' };
}

/** Suggests the text in the expected form, such as `web-search` for `Web Search`; an empty text if no form of it fits. */
function nearForm({ pattern }: { pattern?: string | undefined }, found: string): string {
  // zod writes a pattern between slashes.
  const [, source, flags] = /^\/([\s\S]*)\/(\w*)$/.exec(pattern ?? '') ?? [];
  if (source === undefined || found.length > 100) return '';
  const words = found
    .trim()
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '');
  // Other signs join the names of several things.
  const named = /^[\w\s-]*$/.test(found) ? [words.join('-'), words.join('_')] : [];
  const forms = [...named, found.trim(), found.trim().replace(/^(?:arxiv:|v)/i, '')];
  const expected = new RegExp(source, flags);
  const near = forms.find(form => form !== found && expected.test(form));
  return near === undefined ? '' : ` Did you mean \`${near}\`?`;
}

const isWholeNumber = ({ expected }: { expected: string }, found: string): boolean =>
  ['number', 'int'].includes(expected) && /^(?:0|[1-9]\d{0,14})$/.test(found);

const maxQuoted = 60;

function show(found: unknown): string {
  if (found === null) return 'empty';
  if (Array.isArray(found))
    return found.length === 1 ? 'a list of 1 item' : `a list of ${found.length} items`;
  if (typeof found === 'object') return 'a mapping';
  if (typeof found !== 'string') return String(found);
  if (found === '') return 'an empty text';
  return found.length > maxQuoted ? `a text of ${found.length} characters` : `"${shown(found)}"`;
}

function valueAt(value: unknown, path: FieldPath): unknown {
  let here = value;
  for (const step of path) here = Object(here)[step];
  return here;
}

/** Returns the names of the fields that a schema has at a path. */
function keysAt(schema: z.ZodType, path: FieldPath): string[] {
  let here: z.ZodType | undefined = schema;
  for (const step of path) here = here && unwrap(childOf(unwrap(here), step));
  const shape = here && (unwrap(here) as Partial<z.ZodObject>)?.shape;
  return shape ? Object.keys(shape) : [];
}

function childOf(schema: z.ZodType | undefined, step: string | number): z.ZodType | undefined {
  if (typeof step === 'number') return (schema as Partial<z.ZodArray<z.ZodType>> | undefined)?.element;
  return (schema as Partial<z.ZodObject> | undefined)?.shape?.[step] as z.ZodType | undefined;
}

/** Returns the schema inside optional and nullable wrappers, and behind a conversion. */
function unwrap(schema: z.ZodType | undefined): z.ZodType | undefined {
  let here = schema as { unwrap?: () => z.ZodType; out?: z.ZodType } & z.ZodType;
  for (;;) {
    // A pipe converts a value before it checks it. The schema behind the conversion has the fields.
    if (here instanceof z.ZodPipe) here = here.out as typeof here;
    else if (here && !('element' in here) && typeof here.unwrap === 'function')
      here = here.unwrap() as typeof here;
    else return here;
  }
}
