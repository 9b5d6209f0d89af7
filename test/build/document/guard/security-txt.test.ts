import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isTooFar, readSecurityTxt } from '#document/guard/security-txt.ts';

const contact = 'Contact: mailto:security@example.org';
const expires = 'Expires: 2027-06-30T00:00:00Z';

describe('the fields of security.txt', () => {
  it('are read in one order, without comments and empty lines', () => {
    const text = `# Ours\r\n\nPolicy: https://example.org/policy\n${expires}\nContact: https://example.org/report\n${contact}`;
    const parsed = readSecurityTxt(text);
    assert.deepEqual(parsed.ok && parsed.value.fields.map(([name, value]) => `${name}: ${value}`), [
      'Contact: https://example.org/report',
      contact,
      expires,
      'Policy: https://example.org/policy',
    ]);
  });

  const refusals: [string, string, RegExp][] = [
    ['nothing', '', /`Contact: …` is missing/],
    ['no contact', expires, /`Contact: …` is missing/],
    ['no time of expiry', contact, /`Expires: …` is missing/],
    ['a bare address', 'mailto:security@example.org', /NAME: value/],
    ['a field of no such name', `${contact}\n${expires}\nCanonical: https://example.org/`, /NAME one of/],
    ['a field named as every object has one', `${contact}\n${expires}\nconstructor: x`, /NAME one of/],
    ['two times of expiry', `${contact}\n${expires}\n${expires}`, /appears twice/],
    ['a day that is none', `${contact}\nExpires: 2027-02-30T00:00:00Z`, /`Expires` must be/],
    ['a time without its zone', `${contact}\nExpires: 2027-06-30T00:00:00`, /`Expires` must be/],
    ['a contact over plain HTTP', `Contact: http://example.org/\n${expires}`, /`Contact` must be/],
    ['a contact that is a script', `Contact: javascript:alert(1)\n${expires}`, /`Contact` must be/],
    ['languages in words', `${contact}\n${expires}\nPreferred-Languages: English`, /Languages` must be/],
    ['more text than anybody reads', `${contact}\n${expires}\n${'# '.repeat(3000)}`, /longer than 4096/],
  ];
  for (const [what, text, expected] of refusals) {
    it(`are refused with ${what}`, () => {
      const parsed = readSecurityTxt(text);
      assert.match(parsed.ok ? 'read' : parsed.message, expected);
    });
  }

  it('name the line that is wrong', () => {
    const parsed = readSecurityTxt(`${contact}\n\nExpires: soon`);
    assert.equal(parsed.ok || parsed.line, 3);
  });

  it('may contain whatever else readers accept', () => {
    const text = `${contact}\n${expires}\nCanonical: https://example.org/.well-known/security.txt`;
    assert.ok(readSecurityTxt(text, ['Canonical']).ok);
  });

  it('expire less than a year ahead', () => {
    assert.ok(!isTooFar('2027-06-29T23:59:59Z', '2026-06-30T00:00:00Z'));
    assert.ok(isTooFar('2027-06-30T00:00:00Z', '2026-06-30T00:00:00Z'));
  });
});
