/** The Agent Skill of the service, and the index in which agents look for it. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { readDist } from '../../../server/catalog/dist.ts';
import { makeSite } from '../../../server/catalog/site.ts';
import { readReceipt } from '../../../server/ticket/receipt.ts';
import { baseUrl, exampleDist } from '../../support/shared.ts';

const { pages } = makeSite(await readDist(exampleDist()), []);
const read = (path: string): string => pages.get(path)!.identity.body.toString('utf8');

describe('the skill', () => {
  const path = '/skills/agent-topology/SKILL.md';
  const text = read(path);

  test('is what the index says, by its digest', () => {
    const { $schema, skills } = JSON.parse(read('/.well-known/agent-skills/index.json'));
    assert.equal($schema, 'https://schemas.agentskills.io/discovery/0.2.0/schema.json');
    const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
    assert.equal(skills.length, 1);
    const [{ description, ...entry }] = skills;
    assert.deepEqual(entry, { name: 'agent-topology', type: 'skill-md', url: path, digest });
    const front = /^---\nname: agent-topology\ndescription: (.+)\n---\n/.exec(text);
    assert.equal(front?.[1], description);
    assert.ok(description.length <= 1024);
  });

  test('teaches to choose, adopt and report for less than 1,200 tokens, with addresses that hold anywhere', () => {
    assert.ok(countTokens(text) < 1200);
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(match => match[1]);
    assert.deepEqual(headings, ['When not to use a team', 'Choose', 'Adopt', 'Report']);
    for (const [, address] of text.matchAll(
      /`(?:(?:GET|POST) )?(\S+\/\S+\.md\S*|\S*\/mcp|\S*use-receipts)`/g,
    ))
      assert.ok(address!.startsWith(baseUrl) || address === '/starters/NAME/VERSION.md', address);
    const receipt = /```\n(---\n[\s\S]+?---\n)```/.exec(text)![1]!.replace('TICKET', 'ut1.a.b');
    const parsed = readReceipt(receipt.replace('EXACT_MODEL_VERSION', 'model-2026-01-01'));
    assert.ok(parsed.ok, JSON.stringify(parsed));
  });

  test('is in the sitemap and in llms.txt, beside search', () => {
    assert.ok(read('/sitemap.txt').includes(`${baseUrl}${path}\n`));
    for (const link of [`](${path})`, '](/search.md)']) assert.ok(read('/llms.txt').includes(link), link);
  });
});
