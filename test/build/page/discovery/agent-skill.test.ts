/** The Agent Skill of the service, and the index in which agents look for it. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { parse as parseYaml } from 'yaml';
import { readReceipt } from '../../../../server/ticket/rule/receipt.ts';
import { baseUrl, exampleDist, manifestIn } from '../../../support/shared.ts';

const paths = manifestIn(exampleDist()).pages.map(({ path }) => path);
const read = (path: string): string => readFileSync(join(exampleDist(), path), 'utf8');

describe('the skills of teams', () => {
  const { skills } = JSON.parse(read('/.well-known/agent-skills/index.json'));

  test('are one for each starter, in its newest version, and what the index says', () => {
    const teams = skills.slice(1) as { name: string; url: string; digest: string; description: string }[];
    assert.ok(teams.length > 0);
    for (const { name, url, digest, description } of teams) {
      assert.equal(url, `/skills/${name}/SKILL.md`);
      const text = read(url);
      assert.equal(digest, `sha256:${createHash('sha256').update(text).digest('hex')}`);
      const front = parseYaml(text.split('---\n')[1]!);
      assert.deepEqual(Object.keys(front), ['name', 'description', 'metadata']);
      assert.deepEqual([front.name, front.description], [name, description]);
      const source = front.metadata.source as string;
      assert.ok(
        paths.includes(source.replace(baseUrl, '')) && source.endsWith(`/${front.metadata.version}.md`),
      );
      // As the Agent Skills specification bounds both.
      assert.ok(/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) && name.length <= 64 && description.length <= 1024);
      for (const heading of ['## Bounds', '## Stop', '## Role: ']) assert.ok(text.includes(heading), heading);
    }
  });

  test('are entries of the AI catalog', () => {
    const { entries } = JSON.parse(read('/.well-known/ai-catalog.json'));
    const listed = entries.filter(({ type }: { type: string }) => type === 'application/agent-skills+md');
    assert.deepEqual(
      listed.map(({ url }: { url: string }) => url.replace(baseUrl, '')),
      skills.slice(1).map(({ url }: { url: string }) => url),
    );
  });
});

describe('the skill', () => {
  const path = '/skills/agent-topology/SKILL.md';
  const text = read(path);

  test('is what the index says, by its digest', () => {
    const { $schema, skills } = JSON.parse(read('/.well-known/agent-skills/index.json'));
    assert.equal($schema, 'https://schemas.agentskills.io/discovery/0.2.0/schema.json');
    const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
    const [{ description, ...entry }, ...others] = skills;
    assert.deepEqual(
      others.map(({ url }: { url: string }) => url),
      paths.filter(each => each.startsWith('/skills/') && each !== path),
    );
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
    for (const each of [path, '/search.md'])
      assert.ok(read('/llms.txt').includes(`](${baseUrl}${each})`), each);
  });
});
