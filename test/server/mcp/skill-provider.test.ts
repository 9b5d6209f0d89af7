/** Skills over MCP (SEP-2640): what is listed is what is read, by its digest and size. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { parse as parseYaml } from 'yaml';
import { legacy, type McpServer, modern, serveMcp } from './support.ts';

interface Skill {
  uri: string;
  frontmatter: { name: string };
  resources: { uri: string; digest: string; size: number }[];
}

describe('skills over MCP', () => {
  let server: McpServer;
  let skills: Skill[];
  before(async () => {
    server = await serveMcp();
    skills = (await modern(server, 'skills/list')).json.result.skills;
  });
  after(() => server.stop());

  test('are declared to clients of the newest revision, and to no other', async () => {
    const { capabilities } = (await modern(server, 'server/discover')).json.result;
    assert.deepEqual(capabilities.extensions, { 'io.modelcontextprotocol/skills': {} });
    assert.ok(capabilities.resources);
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    };
    const shaken = await legacy(server, 'initialize', params);
    assert.equal(shaken.json.result.capabilities.extensions, undefined);
    assert.equal((await legacy(server, 'skills/list')).json.error?.code, -32601);
  });

  test('are listed whole, and each file read is that of its digest, size and front matter', async () => {
    const { result } = (await modern(server, 'skills/list')).json;
    const { resultType, ttlMs, cacheScope } = result;
    assert.deepEqual([resultType, ttlMs, cacheScope], ['complete', 300_000, 'public']);
    assert.ok(skills.length > 1);
    for (const { uri, frontmatter, resources } of skills) {
      assert.equal(uri, `skill://${frontmatter.name}/SKILL.md`);
      assert.deepEqual(
        resources.map(file => file.uri),
        [uri],
      );
      const { contents } = (await modern(server, 'resources/read', { uri })).json.result;
      const [{ text, mimeType }] = contents;
      assert.equal(mimeType, 'text/markdown');
      assert.equal(Buffer.byteLength(text), resources[0]!.size);
      assert.equal(`sha256:${createHash('sha256').update(text).digest('hex')}`, resources[0]!.digest);
      assert.deepEqual(parseYaml(text.split('---\n')[1]), frontmatter);
    }
  });

  test('are each there by address, and nothing else is', async () => {
    for (const skill of skills) {
      const { result } = (await modern(server, 'skills/get', { uri: skill.uri })).json;
      assert.deepEqual(result.skill, skill);
      assert.deepEqual([result.resultType, result.ttlMs, result.cacheScope], ['complete', 300_000, 'public']);
    }
    for (const uri of ['skill://nobody/SKILL.md', 'skill://../SKILL.md', '/llms.txt', 'constructor'])
      assert.equal((await modern(server, 'skills/get', { uri })).json.error?.code, -32602, uri);
    const read = await modern(server, 'resources/read', { uri: 'skill://nobody/SKILL.md' });
    assert.equal(read.json.error?.code, -32602);
    assert.equal((await modern(server, 'skills/list', { cursor: 'x' })).json.error?.code, -32602);
    assert.equal((await modern(server, 'skills/get', {})).json.error?.code, -32602);
  });
});
