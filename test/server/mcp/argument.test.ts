/** Arguments as clients really send them: the rules hold for every tool and every argument that it advertises. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import type { CallToolResult } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import type { Call } from '../../../server/mcp/context.ts';
import { propertiesOf } from '../../../server/mcp/tool/argument.ts';
import { tools } from '../../../server/mcp/tool/index.ts';
import { type Tool, ToolError } from '../../../server/mcp/tool/tool.ts';
import { exampleDist } from '../../support/shared.ts';
import { callTool, contextOf, legacy, serveMcp } from './support.ts';

const call = {
  context: await contextOf(exampleDist()),
  reader: undefined,
  takeTurn: async work => work(),
} as Partial<Call> as Call;

/** The required arguments of each tool, filled in right. A tool that is not here is called without arguments. */
const right: Record<string, Record<string, unknown>> = {
  search: { query: 'check before anything leaves' },
  fetch: { path: '/patterns/gate.md' },
  get_pattern: { pattern: 'gate' },
  list_starters: {},
  report_outcome: { ticket: 'ut1.x.y', outcome: 'worked' },
};

/** Calls a tool; returns its result, or its message against the arguments. */
async function answerOf(tool: Tool, values: Record<string, unknown>): Promise<CallToolResult | string> {
  try {
    return await tool.call(values, call);
  } catch (error) {
    assert.ok(error instanceof ToolError, String(error));
    return error.message;
  }
}

for (const tool of tools) {
  const { name, inputSchema } = tool.definition;
  const properties = propertiesOf(inputSchema);
  const optional = properties.map(([each]) => each).filter(each => !inputSchema.required?.includes(each));

  describe(name, () => {
    test('takes every optional argument that is null or empty for absent', async () => {
      const expected = await answerOf(tool, right[name] ?? {});
      const absent = fc.dictionary(fc.constantFrom(...optional, 'surplus'), fc.constantFrom(null, ''));
      await fc.assert(
        fc.asyncProperty(absent, async surplus => {
          assert.deepEqual(await answerOf(tool, { ...surplus, ...right[name] }), expected);
        }),
        { numRuns: 20 },
      );
    });

    for (const [argument, { type }] of properties) {
      if (type !== 'integer') continue;
      test(`reads \`${argument}\` as text like the number`, async () => {
        await fc.assert(
          fc.asyncProperty(fc.oneof(fc.integer({ min: -3, max: 30 }), fc.integer()), async number => {
            const asked = (value: unknown) => answerOf(tool, { ...right[name], [argument]: value });
            assert.deepEqual(await asked(String(number)), await asked(number));
            assert.deepEqual(await asked(` ${number}.0 `), await asked(number));
          }),
          { numRuns: 30 },
        );
      });
    }

    test('answers anything else, or says how it is called right', async () => {
      const wrong = fc.record(
        Object.fromEntries(properties.map(([each]) => [each, fc.jsonValue({ maxDepth: 2 })])),
        { requiredKeys: [] },
      );
      await fc.assert(
        fc.asyncProperty(wrong, async values => {
          const answer = await answerOf(tool, values);
          if (typeof answer === 'string' && /^The arguments/.test(answer))
            assert.match(answer, new RegExp(`Call ${name} with .*${properties[0]![0]} \\(`));
        }),
        { numRuns: 60 },
      );
    });
  });
}

describe('the schemas', () => {
  test('that clients see are as they were before any of this was accepted, but for the kinds that search finds', () => {
    const definitions = tools.map(({ definition }) => definition);
    const shown = JSON.stringify(definitions.filter(({ name }) => name in right));
    const digest = createHash('sha256').update(shown).digest('hex');
    assert.equal(digest, '688ae9ffbbf275456600270acfa9f51f2f4c60f5a41289d16ff22344fd2a56b3');
  });
});

describe('over the endpoint', () => {
  test('other names stand for an argument that is absent, null or empty', async context => {
    const server = await serveMcp();
    context.after(() => server.stop());
    const text = async (name: string, values: object) =>
      (await callTool(server, name, values)).content[0]!.text;
    const url = 'http://catalog.test/patterns/gate.md';
    const page = await text('get_pattern', { pattern: 'gate' });
    assert.match(page, /^---\n/);
    for (const values of [
      { url },
      { url, path: null },
      { url, path: '', id: null },
      { id: url, url: '/nope.md' },
    ])
      assert.equal(await text('fetch', values), page, JSON.stringify(values));
    for (const values of [
      { slug: 'gate' },
      { slug: 'gate', pattern: null },
      { pattern: 'gate', slug: 'nope' },
    ])
      assert.equal(await text('get_pattern', values), page, JSON.stringify(values));
    assert.match(await text('fetch', { url: null }), /path: missing .*Call fetch with path \(.*required\)/);
  });

  test('no arguments may be null or empty, and the model is told what is missing', async context => {
    const server = await serveMcp();
    context.after(() => server.stop());
    const asked = async (name: string, values: unknown) =>
      (await legacy(server, 'tools/call', { name, arguments: values })).json.result;
    assert.equal((await asked('list_starters', null)).isError, undefined);
    assert.match((await asked('search', null)).content[0].text, /query: missing .*Call search with query/);
    assert.ok((await legacy(server, 'resources/list', { cursor: null })).json.result.resources.length > 0);
  });
});
