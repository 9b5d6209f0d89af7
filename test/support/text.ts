/** Texts of any characters for properties, and what a text must hold. */
import assert from 'node:assert/strict';
import fc from 'fast-check';

/**
 * Texts of any code points but halves of pairs, as `fc.string({ unit: 'binary' })` gives them. That one builds an index of all characters
 * first, which takes longer than most properties.
 */
export const anyText = (constraints: fc.StringConstraints = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit });

const halves = { first: 0xd800, count: 0x800 };

const unit = fc
  .integer({ min: 0, max: 0x10ffff - halves.count })
  .map(point => String.fromCodePoint(point < halves.first ? point : point + halves.count));

/** Asserts that a text has each of the parts. */
export function assertIncludes(text: string, parts: readonly string[]): void {
  for (const part of parts) assert.ok(text.includes(part), part);
}
