/** The official conformance suite, both sets of requirements, over the endpoint with the fixtures that it needs. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { withFixtures } from './conformance/provider.ts';
import { runSuite } from './conformance/suite.ts';
import { type McpServer, serveMcp } from './support.ts';

describe('the conformance suite', () => {
  let server: McpServer;
  before(async () => {
    server = await serveMcp({ change: withFixtures });
  });
  after(() => server.stop());

  for (const revision of ['2026-07-28', '2025-11-25']) {
    test(`passes for ${revision}, but for what the service does not do`, async () => {
      const { code, output } = await runSuite(`${server.address}/mcp`, revision);
      assert.equal(code, 0, output.slice(output.indexOf('=== SUMMARY ===')));
      assert.match(output, /=== SUMMARY ===/);
    });
  }
});
