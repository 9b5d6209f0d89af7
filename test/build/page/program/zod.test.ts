import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { zodLines } from '../../../../build/page/program/zod.ts';

/** The zod schema that a program would have of a form. */
const schemaOf = (form: object): z.ZodType =>
  new Function('z', `return ${zodLines(form).join('\n')};`)(z) as z.ZodType;

describe('a form of a work in a program', () => {
  test('refuses a text that is longer than it says, without asking the service to', () => {
    const schema = schemaOf({
      type: 'object',
      required: ['value'],
      properties: { value: { type: 'string', maxLength: 40 } },
    });
    assert.ok(schema.safeParse({ value: 'x'.repeat(40) }).success);
    assert.equal(schema.safeParse({ value: 'x'.repeat(41) }).success, false);
    assert.doesNotMatch(JSON.stringify(z.toJSONSchema(schema)), /maxLength/);
  });

  test('keeps closed lists, bounds of lists and numbers, and what may be absent', () => {
    const schema = schemaOf({
      type: 'array',
      minItems: 1,
      maxItems: 2,
      items: {
        type: 'object',
        required: ['kind'],
        properties: { kind: { enum: ['a', 'b'] }, count: { type: 'integer', minimum: 0, maximum: 3 } },
      },
    });
    const refused = [[], [{ kind: 'c', count: 1 }], [{ kind: 'a', count: 4 }], [{ kind: 'a' }]];
    for (const value of refused) assert.equal(schema.safeParse(value).success, false, JSON.stringify(value));
    assert.ok(schema.safeParse([{ kind: 'a', count: null }]).success);
  });
});
