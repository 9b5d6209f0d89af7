/**
 * The JSON Schemas that describe works. They are a part of JSON Schema 2020-12 without references and patterns, so that any of
 * them can be compiled and checked in bounded time (docs/formations.md#6).
 */
import { isPlainLine } from '../text/characters.ts';
import type { UnplacedFault } from '../text/fault.ts';
import { didYouMean } from '../text/validate.ts';

type Path = UnplacedFault['path'];
type Check = (value: unknown) => boolean;

const types = ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null'];

const isText: Check = value =>
  typeof value === 'string' && value.length > 0 && value.length <= 200 && isPlainLine(value);
const isCount: Check = value => Number.isSafeInteger(value) && (value as number) >= 0;
const isNumber: Check = value => Number.isSafeInteger(value);
const isScalar: Check = value =>
  isText(value) || isNumber(value) || typeof value === 'boolean' || value === null;
const isMapping: Check = value => typeof value === 'object' && value !== null && !Array.isArray(value);
const isListOf =
  (item: Check): Check =>
  value =>
    Array.isArray(value) && value.length > 0 && value.length <= 64 && value.every(item);

/** The keywords that a schema may have, with what the value of each must be, in words and as a function. */
const keywords: Readonly<Record<string, readonly [expected: string, check: Check]>> = {
  type: [`one of ${types.join(', ')}`, value => types.includes(value as string)],
  title: ['a line of at most 200 characters', isText],
  description: ['a line of at most 200 characters', isText],
  enum: ['a list of 1 to 64 texts, whole numbers, true, false or null', isListOf(isScalar)],
  const: ['a text, a whole number, true, false or null', isScalar],
  properties: ['a mapping of schemas', isMapping],
  required: ['a list of 1 to 64 names', isListOf(isText)],
  additionalProperties: ['true or false', value => typeof value === 'boolean'],
  items: ['a schema', isMapping],
  minItems: ['a whole number from 0', isCount],
  maxItems: ['a whole number from 0', isCount],
  minLength: ['a whole number from 0', isCount],
  maxLength: ['a whole number from 0', isCount],
  minimum: ['a whole number', isNumber],
  maximum: ['a whole number', isNumber],
};

/** The keywords, in the order of the contract. */
export const schemaKeywords: readonly string[] = Object.keys(keywords);

const maxProperties = 64;
const propertyName = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/** Returns the faults in a schema at a path. The limit on front matter also limits how deep the schema is. */
export function checkJsonSchema(schema: Record<string, unknown>, path: Path): UnplacedFault[] {
  const own = Object.entries(schema).flatMap(([keyword, value]) =>
    keywordFaults(keyword, value, [...path, keyword]),
  );
  if (!Object.hasOwn(schema, 'type') && !Object.hasOwn(schema, 'enum') && !Object.hasOwn(schema, 'const')) {
    own.push(unplacedFault(path, 'The schema has no `type`.', `Add one of ${types.join(', ')}.`));
  }
  if (own.length > 0) return own;
  const { properties, items, required } = schema as {
    properties?: Record<string, unknown>;
    items?: Record<string, unknown>;
    required?: string[];
  };
  return [
    ...propertyFaults(properties ?? {}, [...path, 'properties']),
    ...(items ? checkJsonSchema(items, [...path, 'items']) : []),
    ...missing(required ?? [], properties ?? {}, [...path, 'required']),
  ];
}

const unplacedFault = (path: Path, message: string, help: string): UnplacedFault => ({
  path,
  rule: 'json-schema',
  message,
  help,
});

function keywordFaults(keyword: string, value: unknown, path: Path): UnplacedFault[] {
  const known = Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined;
  if (known === undefined) {
    const help = `The keywords here are ${schemaKeywords.join(', ')}.${didYouMean(keyword, schemaKeywords)}`;
    return [unplacedFault(path, 'A schema of a work has no such keyword.', help)];
  }
  const [expected, check] = known;
  return check(value) ? [] : [unplacedFault(path, `Expected ${expected}.`, 'Correct the value.')];
}

function propertyFaults(properties: Record<string, unknown>, path: Path): UnplacedFault[] {
  const names = Object.keys(properties);
  if (names.length > maxProperties) {
    const help = 'Divide the work, or nest what belongs together.';
    return [
      unplacedFault(
        path,
        `There are ${names.length} properties; at most ${maxProperties} are allowed.`,
        help,
      ),
    ];
  }
  return names.flatMap(name => {
    const [schema, at] = [properties[name], [...path, name]];
    if (!propertyName.test(name)) {
      return [
        unplacedFault(
          at,
          'A property has a name that is not plain.',
          'Use letters, digits, `_` and `-`, at most 64.',
        ),
      ];
    }
    if (!isMapping(schema))
      return [unplacedFault(at, 'Expected a schema.', 'Write a mapping such as `{type: string}`.')];
    return checkJsonSchema(schema as Record<string, unknown>, at);
  });
}

function missing(
  required: readonly string[],
  properties: Record<string, unknown>,
  path: Path,
): UnplacedFault[] {
  return required.flatMap((name, index) => {
    if (Object.hasOwn(properties, name)) return [];
    const help = `Name one of its properties.${didYouMean(name, Object.keys(properties))}`;
    return [unplacedFault([...path, index], 'A property is required that the schema does not have.', help)];
  });
}
