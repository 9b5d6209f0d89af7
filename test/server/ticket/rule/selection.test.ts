/** Which visitors are selected, and by which rule: real user agents, and the signals next to them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import crawlers from 'crawler-user-agents';
import fc from 'fast-check';
import { createSelector, selectionRules, type Visit } from '../../../../server/ticket/rule/selection.ts';

const fixtures = join(import.meta.dirname, '../../../fixture');
const select = createSelector();

const visit = (userAgent: string, changes: Partial<Visit> = {}): Visit => ({
  ...{ userAgent, channel: 'http', asksForMarkdown: false, namesContact: false, fromAgentPage: false },
  isNavigation: false,
  ...changes,
});

/** The name of the rule that a visit meets. */
const ruleFor = (userAgent: string, changes: Partial<Visit> = {}): string =>
  select(visit(userAgent, changes))?.name ?? 'none';

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

for (const file of ['user-agents.tsv', 'user-agents-more.tsv']) {
  describe(`the user agents of ${file}`, () => {
    const [, ...lines] = readFileSync(join(fixtures, file), 'utf8').trimEnd().split('\n');
    for (const line of lines) {
      const [expected = '', userAgent = ''] = line.split('\t');
      test(`meet ${expected}: ${userAgent}`, () => assert.equal(ruleFor(userAgent), expected));
    }
  });
}

describe('the list of crawlers', () => {
  // Agents that the list counts as crawlers are not in question here.
  const agents = ['coding_agent', 'assistant_fetch'];

  test('is not selected, but for bare libraries and agents that name themselves', () => {
    const strays = (crawlers as { instances: string[]; tags?: string[] }[])
      .filter(({ tags }) => !tags?.includes('http-library'))
      .flatMap(({ instances }) => instances)
      .filter(userAgent => select(visit(userAgent))?.selected && !agents.includes(ruleFor(userAgent)));
    assert.deepEqual(strays, [
      // Their names hold no word by which a list could know them from a client of a person.
      'Mozilla/5.0 (compatible; RankSonicSiteAuditor/1.0; +https://ranksonic.com/ranksonic_sab.html)',
      'Fetch/2.0a (CMS Detection/Web/SEO analysis tool, see http://guess.scritch.org)',
    ]);
  });
});

describe('the rules', () => {
  test('select as the contract says', () => {
    assert.deepEqual(
      selectionRules.map(({ name, selected }) => `${selected ? '+' : '-'} ${name}`),
      [
        ...['- empty', '+ coding_agent', '+ assistant_fetch', '- liveness_or_registry', '- scanner'],
        ...['- link_preview', '- search_or_training_crawler', '+ mcp_client', '+ bare_library'],
        ...['+ agent_client_with_contact', '+ markdown_client', '- browser'],
      ],
    );
  });

  test('take a missing user agent as one that is empty', () => {
    for (const userAgent of ['', ' ', '-']) assert.equal(ruleFor(userAgent), 'empty');
  });

  test('do not select an empty user agent for any other signal', () => {
    const signals = { asksForMarkdown: true, namesContact: true, fromAgentPage: true };
    assert.equal(ruleFor('', signals), 'empty');
    assert.equal(ruleFor('', { channel: 'mcp' }), 'empty');
  });

  test('know a browser that asks for Markdown only by a contact or an agent page', () => {
    assert.equal(ruleFor(chrome, { asksForMarkdown: true }), 'browser');
    assert.equal(ruleFor(chrome, { namesContact: true, fromAgentPage: true }), 'browser');
    assert.equal(ruleFor(chrome, { asksForMarkdown: true, namesContact: true }), 'markdown_client');
    assert.equal(ruleFor(chrome, { asksForMarkdown: true, fromAgentPage: true }), 'markdown_client');
  });

  test('do not take a person who follows a link in a browser for an agent', () => {
    const signals = { asksForMarkdown: true, fromAgentPage: true, isNavigation: true };
    assert.equal(ruleFor(chrome, signals), 'browser');
  });

  test('select a client of no known class by the same signals', () => {
    assert.equal(ruleFor('SomeTool/1.0'), 'none');
    assert.equal(ruleFor('SomeTool/1.0', { asksForMarkdown: true, namesContact: true }), 'markdown_client');
  });

  test('never select crawlers, previews, checkers and scanners, whatever else they say', () => {
    const signals = { asksForMarkdown: true, namesContact: true, fromAgentPage: true } as const;
    for (const channel of ['http', 'mcp'] as const) {
      for (const userAgent of ['GPTBot/1.4', 'Twitterbot/1.0', 'mcpscan/1.0', 'zgrab/0.x', 'UptimeRobot/2.0'])
        assert.equal(select(visit(userAgent, { ...signals, channel }))?.selected, false, userAgent);
    }
  });

  test('select whoever else reads over MCP', () => {
    for (const userAgent of [chrome, 'SomeTool/1.0', 'python-httpx/0.28', 'node'])
      assert.equal(ruleFor(userAgent, { channel: 'mcp' }), 'mcp_client');
    assert.equal(ruleFor('codex-mcp-client/0.161.0', { channel: 'mcp' }), 'coding_agent');
  });

  test('tell a bare library from one that names a contact', () => {
    assert.equal(ruleFor('python-requests/2.32.3'), 'bare_library');
    assert.equal(ruleFor('got (https://github.com/sindresorhus/got)'), 'bare_library');
    for (const contact of ['+https://lab.example/method', 'someone@lab.example'])
      assert.equal(ruleFor(`python-requests/2.32.3 (${contact})`), 'agent_client_with_contact');
  });

  test('do not mind upper and lower case, or spaces around', () => {
    assert.equal(ruleFor('  CURL/8.5.0 '), 'bare_library');
    assert.equal(ruleFor('CLAUDE-CODE/2.0'), 'coding_agent');
  });

  test('answer the same whether or not they remember', () => {
    const userAgents = fc.oneof(fc.string({ maxLength: 60 }), fc.constantFrom(chrome, 'curl/8', 'GPTBot/1'));
    fc.assert(
      fc.property(userAgents, fc.boolean(), fc.boolean(), (userAgent, asksForMarkdown, namesContact) => {
        const signals = { asksForMarkdown, namesContact };
        const fresh = createSelector()(visit(userAgent, signals));
        assert.equal(ruleFor(userAgent, signals), fresh?.name ?? 'none');
        assert.equal(ruleFor(userAgent, signals), fresh?.name ?? 'none');
      }),
      { numRuns: 100 },
    );
  });

  test('look at the first 512 characters only, however long a header is', () => {
    const filler = 'aA-.1_( '.repeat(2048);
    const agent = ' claude-code/2.0';
    assert.equal(ruleFor(`${filler.slice(0, 512 - agent.length)}${agent}`), 'coding_agent');
    assert.equal(ruleFor(`${filler.slice(0, 512)}${agent}`), 'none');
    // Visits that differ beyond them are one visit: its rules are asked once.
    let asked = 0;
    const select = createSelector();
    const counted = (userAgent: string) =>
      Object.defineProperty(visit(userAgent), 'asksForMarkdown', {
        get: () => {
          asked += 1;
          return false;
        },
        enumerable: true,
      });
    select(counted(filler));
    const once = asked;
    select(counted(`${filler.slice(0, 512)}${agent}`));
    // To look a visit up asks for its signals once.
    assert.ok(once > 1 && asked === once + 1, `${once}, then ${asked - once}`);
  });
});
