/** Answers as documents of a kind: all of one is checked before any of it is used. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { error } from '#document/kind/error.ts';
import { head } from '#document/kind/kind.ts';
import { adoptionRecord } from '#document/message/adoption-record.ts';
import { writeDocument } from '#document/text/front-matter.ts';
import { readAs, readRefusal } from '../../../../scripts/support/client/document.ts';
import { excerpt, harmless } from '../../../../scripts/support/harmless.ts';

const fields = {
  ...{ number: 1, subject: `sha256:${'a'.repeat(64)}`, outcome: 'adopted', reason_code: 'as_recommended' },
  ...{ date: '2026-11-21', recorded_at: '2026-11-21T08:00:00Z' },
};
const textOf = (value: Record<string, unknown>): string =>
  writeDocument({ schema: 'formation.adoption_record/v0.1', kind: 'adoption_record', ...value }, '');
const read = (text: string | Uint8Array) => readAs(adoptionRecord, Buffer.from(text as string));

test('a document has the fields of its kind, and no field that was not checked', () => {
  const { fields: found, text } = read(textOf({ ...fields, later_field: '../../etc' }));
  const { subject, number } = found;
  assert.deepEqual([subject, number, 'later_field' in found], [fields.subject, 1, false]);
  assert.match(text, /^---\nschema: /);
});

test('bytes that are no document of the kind are refused with the first reason', () => {
  const refused: [string | Uint8Array, RegExp][] = [
    ['', /kind adoption_record: line 1: A document begins with front matter/],
    [Buffer.from([0x2d, 0x2d, 0x2d, 0xff]), /The bytes are not valid UTF-8/],
    [textOf({ ...fields, kind: 'lease' }), /`kind`: /],
    [textOf({ ...fields, subject: '../../../victim' }), /`subject`: expected `sha256:`/],
    [textOf({ ...fields, number: -1 }), /`number`: /],
    [textOf(fields).replace('number: 1', 'number: 1\nnumber: 2'), /line \d+: /],
    [textOf(fields).replace('number: 1', 'number: &a 1'), /line \d+: /],
    [textOf(fields).replace('number: 1', `number: ${'['.repeat(500)}${']'.repeat(500)}`), /line \d+: /],
    [
      textOf({ ...fields, note: 'x'.repeat(10_000) }),
      /front matter has \d+ characters; expected at most 8192/,
    ],
  ];
  for (const [text, message] of refused)
    assert.throws(() => read(text), { name: 'BadAnswer', message }, String(text).slice(0, 80));
});

test('a refusal is read when it is one', () => {
  const common = head(error, { path: '/a', baseUrl: 'http://a.test', title: 'No', description: 'Not here.' });
  const value = { ...common, status: 404, code: 'not_found', request_id: 'r', errors: [] };
  assert.equal(readRefusal(Buffer.from(writeDocument(value, '')))?.description, 'Not here.');
  assert.equal(readRefusal(Buffer.from('<html>')), undefined);
});

test('what is shown of an answer moves no cursor, turns no line around, and fits on one', () => {
  assert.equal(harmless('a\u001b[2Jb\u009b1mc\u202ed\u2066e\u200ff\r\ng\t'), 'a[2Jb1mcdef\ng\t');
  assert.equal(excerpt('one\ntwo\u001b\n\n three'), 'one two three');
  assert.equal(excerpt('x'.repeat(5000), 10), `${'x'.repeat(10)}…`);
});
