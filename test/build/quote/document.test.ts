/** A quote in fields and words: ranges of the sources, bounds, and the break-even. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { quote } from '#build/kind/quote.ts';
import { type QuoteBase, quoteAddress, quoteOf } from '../../../build/quote/document.ts';
import { type Given, quoteParameters, readGiven } from '../../../build/quote/parameter.ts';

const control = {
  name: 'solo',
  path: '/starters/solo/1.0.0.md',
  max_agents: 1,
  input_tokens: 900_000,
  output_tokens: 100_000,
  enforced_by: ['claude-workflow'],
};
const pair = { ...control, name: 'pair', path: '/starters/pair/1.0.0.md', max_agents: 2 };
const house = { ...pair, name: 'house/pair', path: '/formations/house/pair/1.0.0.md', enforced_by: [] };
const base: QuoteBase = {
  task_class: 'coding.bug_fix',
  token_multiple: { low: '2', high: '4', source: 'a-record-2026', conditions: 'Two benchmarks.' },
  control,
  teams: [pair, house],
};
const given = (text: string): Given => {
  const reading = readGiven(new URLSearchParams(text), base.teams);
  assert.ok(reading.ok, text);
  return reading.given;
};
const faultsOf = (text: string): string[] => {
  const reading = readGiven(new URLSearchParams(text), base.teams);
  return reading.ok ? [] : reading.faults.map(({ name }) => name);
};
const quoted = (text: string, of: QuoteBase = base) => {
  const { fields, body } = quoteOf(of, given(text));
  assert.deepEqual(quote.fields.parse(fields), fields, 'is a document of its kind');
  return { fields, body };
};

describe('a quote', () => {
  test('says the range of the sources in tokens, money and break-even', () => {
    const { fields, body } = quoted('tokens=100000&price_input=2&price_output=10');
    assert.deepEqual(fields.team, {
      ...{ name: 'pair', tokens_from: 'reported', tokens_low: 200_000, tokens_high: 400_000 },
      ...{ dollars_low: '0.56', dollars_high: '1.12', cap_tokens: 1_000_000, cap_dollars: '2.80' },
    });
    assert.deepEqual(fields.more, {
      ...{ tokens_low: 100_000, tokens_high: 300_000, dollars_low: '0.28', dollars_high: '0.84' },
    });
    assert.match(body, /worth it if a failure costs you more than \$0\.28 to \$0\.84 for each run/);
    assert.match(body, /tokens of one agent: measured, by you/);
    assert.match(body, /reported: 2 to 4 times one agent \(\[record\]\(\/research\/a-record-2026\.md\)\)/);
  });

  test('without prices says it in tokens, without tokens in runs of one agent, and marks the rest as unknown', () => {
    assert.match(quoted('tokens=1000').body, /more than 1,000 to 3,000 tokens for each run/);
    const { fields, body } = quoted('');
    assert.deepEqual(fields.one_agent, { name: 'solo', tokens_from: 'unknown', cap_tokens: 1_000_000 });
    assert.match(body, /more than 1 to 3 further runs of one agent/);
    assert.match(body, /\| expected tokens \| unknown \| unknown \|/);
  });

  test('where no record helps, says what is certain from the bound, and nothing where there is no team', () => {
    const { token_multiple: _, ...unreported } = base;
    const body = quoted('tokens=100000&price_input=2&price_output=10', unreported).body;
    assert.match(body, /Even at its bound it is worth it if a failure costs you more than \$2\.52/);
    const alone = quoteOf({ ...unreported, teams: [] });
    assert.match(alone.body, /Begin with one agent/);
    assert.deepEqual(alone.fields.team, { tokens_from: 'unknown' });
  });

  test('names who stops a run at its bound, and says when nobody does', () => {
    assert.match(
      quoted('').body,
      /pair: stated in its document, and a run is stopped there in the exports claude-workflow;/,
    );
    assert.match(
      quoted('starter=house/pair').body,
      /house\/pair: stated in its document; no export stops a run there/,
    );
  });

  test('warns when what is expected goes past the bound', () => {
    assert.match(quoted('tokens=900000').body, /the expected tokens of the team go past its bound/);
    assert.doesNotMatch(quoted('tokens=9000').body, /go past its bound/);
  });

  test('has one address, whatever the order of its parameters', () => {
    const address = '/tasks/coding.bug_fix/quote.md?starter=pair&price_input=1.50&price_output=6&tokens=7';
    const read = given('tokens=7&price_output=6&starter=pair&price_input=1.50&utm_medium=mail');
    assert.equal(quoteAddress(base.task_class, read), address);
    assert.equal(quoteAddress(base.task_class, given('starter=')), '/tasks/coding.bug_fix/quote.md');
  });
});

describe('the parameters of a quote', () => {
  test('are refused with everything that is wrong', () => {
    assert.deepEqual(faultsOf('tokens=0&price_input=-1&price_output=1e3&starter=solo&extra=1'), [
      ...['extra', 'starter', 'price_input', 'price_output', 'tokens'],
    ]);
  });

  test('are refused where they are no plain number within bounds, come alone or come twice', () => {
    for (const name of ['price_input', 'price_output']) {
      const other = name === 'price_input' ? 'price_output' : 'price_input';
      for (const value of ['1,5', '+1', '1.', '.5', '0x10', 'NaN', '100001', '1.1234567', ' 1 2', '１'])
        assert.ok(faultsOf(`${other}=1&${new URLSearchParams({ [name]: value })}`).includes(name), value);
      assert.deepEqual(faultsOf(`${name}=1`), [other]);
    }
    for (const value of ['1.5', '1000000001', '-5', '1e5', '0'])
      assert.deepEqual(faultsOf(`tokens=${value}`), ['tokens'], value);
    for (const name of quoteParameters) assert.ok(faultsOf(`${name}=1&${name}=1`).includes(name), name);
  });

  test('are taken at the ends of their ranges', () => {
    for (const text of ['price_input=0&price_output=100000', 'tokens=1', 'tokens=1000000000', ''])
      assert.deepEqual(faultsOf(text), [], text);
  });
});
