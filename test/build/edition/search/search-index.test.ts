/** Search from the inside: expansions, and the order of what is found. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PageEntry, SearchEntry } from '#document/text/manifest.ts';
import { SearchIndex } from '#edition/search/search-index.ts';
import { searchIndexOf } from '../../../../server/search/site-index.ts';
import type { Site } from '../../../../server/site/site.ts';

const page = (
  path: string,
  kind: string,
  title: string,
  search: SearchEntry,
  description = '',
): PageEntry => ({
  ...{
    ...{ path, kind, title, description, search, listed: true, file: path.slice(1), digest: '', size: 1 },
    tokens: 1,
  },
  ...{ media_type: 'text/markdown', encodings: {}, key: '' },
});

const index = (...pages: PageEntry[]): SearchIndex => SearchIndex.of(pages);

const found = async (made: SearchIndex, query: string, more = {}): Promise<string[]> =>
  (await made).find({ query, ...more }).map(({ path }) => path);

describe('search', () => {
  const gate = page('/patterns/gate.md', 'pattern', 'Gate', {
    names: ['gate'],
    purpose: ['A check decides.'],
  });
  const loop = page('/patterns/loop.md', 'pattern', 'Loop', {
    names: ['loop'],
    purpose: ['Steps with tools.'],
  });

  test('finds a page by its title, its other names and its purpose', async () => {
    const made = index(gate, loop);
    for (const query of ['gate', 'GATES', 'what checks?'])
      assert.deepEqual(await found(made, query), [gate.path], query);
  });

  test('leaves out of a question that it asks whether a team is worth it, which every task says', async () => {
    const advice = page('/guides/worth.md', 'guide', 'Is a team worth it?', {
      headings: ['When a team is worth it'],
    });
    const made = index(gate, loop, advice);
    assert.equal((await found(made, 'is a team worth it for checks'))[0], gate.path);
    assert.equal((await found(made, 'is a team worth it'))[0], advice.path);
  });

  test('answers a question that sets two patterns against each other with both, and with what speaks of both', async () => {
    const study = (slug: string, patterns: string[]) =>
      page(`/research/${slug}.md`, 'research_record', slug, {
        names: [slug],
        purpose: ['A trial.'],
        patterns,
      });
    const [both, one] = [study('both', ['gate', 'loop']), study('one', ['gate'])] as const;
    const made = index(both, gate, loop, one);
    for (const query of ['loops versus a gate', 'loop vs. gate', 'Loop compared with gate?'])
      assert.deepEqual((await found(made, query)).slice(0, 3), [loop.path, gate.path, both.path], query);
    assert.notEqual((await found(made, 'steps versus nothing known'))[1], both.path);
  });

  test('finds a page first by its name with a typo, by its slug, and by a heading', async () => {
    const guides = ['caps', 'speed'].map(slug =>
      page(`/guides/${slug}-and-cost.md`, 'guide', `How much ${slug}`, {
        headings: ['What you need', `What ${slug} cost`],
      }),
    );
    const made = index(gate, loop, ...guides);
    const [caps, speed] = guides.map(({ path }) => path);
    assert.equal((await found(made, 'how mcuh speeed'))[0], speed);
    assert.equal((await found(made, 'caps and cost'))[0], caps);
    assert.equal((await found(made, 'what speed costs'))[0], speed);
    assert.deepEqual(await found(made, 'what you need'), [caps, speed]);
  });

  test('finds the files of a team where their runtime is named, not where only the team is', async () => {
    const starter = page('/starters/spec-pair/1.0.0.md', 'starter', 'A pair', { names: ['spec-pair'] });
    const files = page('/exports/docker-agent/spec-pair/1.0.0.md', 'export', 'spec-pair for Docker Agent', {
      names: ['spec-pair'],
    });
    const other = page('/exports/copilot/spec-pair/1.0.0.md', 'export', 'spec-pair for Copilot', {});
    const made = index(starter, files, other);
    assert.equal((await found(made, 'spec pair team'))[0], starter.path);
    assert.equal((await found(made, 'pair copilot'))[0], other.path);
  });

  test('finds a pattern by its situations', async () => {
    const situations = [{ phrases: ['the totals are wrong', 'customers complain'] }];
    const checked = page(gate.path, 'pattern', 'Gate', { ...gate.search, situations });
    const made = index(loop, checked);
    assert.deepEqual(await found(made, 'a customer complains about totals'), [gate.path]);
    assert.deepEqual(await found(made, 'nurses'), []);
  });

  test('finds what is made for a task by the situations of that task', async () => {
    const starter = page('/starters/a/1.0.0.md', 'starter', 'Team', {
      task_classes: ['coding.bug_fix'],
      patterns: ['gate'],
    });
    const domain = page('/domains/coding.md', 'domain', 'Coding', {
      domains: ['coding'],
      tasks: [
        { name: 'bug_fix', description: 'Fix a defect.', begin: 'one agent' },
        { name: 'review', description: 'Judge a change.', begin: 'one agent' },
      ],
      situations: [{ task: 'bug_fix', phrases: ['login does not work', 'the login fails'] }],
    });
    assert.deepEqual(await found(index(gate, loop, domain, starter), 'the login does not work, it fails'), [
      '/domains/coding.md#bug_fix',
      gate.path,
      starter.path,
    ]);
  });

  test('puts the page of the likely task first, and a guide that is asked for before it', async () => {
    const tasks = [
      { name: 'bug_fix', description: 'Fix a defect.', begin: 'one agent' },
      { name: 'review', description: 'Judge a change.', begin: 'one agent' },
    ];
    const phrases = ['the login does not work', 'orders get lost', 'customers cannot pay'];
    const situations = [
      { task: 'bug_fix', phrases },
      { task: 'review', phrases: ['look over my patch'] },
    ];
    const domain = page('/domains/coding.md', 'domain', 'Coding', {
      ...{
        domains: ['coding'],
        tasks,
        situations,
        mentions: [{ patterns: ['loop'], text: 'Where orders get lost.' }],
      },
    });
    const guide = page('/guides/cost.md', 'guide', 'Effort', {
      situations: [{ phrases: ['how much does a helper cost', 'what is the price of a helper'] }],
    });
    const made = index(gate, loop, domain, guide);
    const asked = made.ask({ query: 'our orders get lost and customers cannot pay' });
    assert.equal(asked.pages[0]?.path, '/domains/coding.md#bug_fix');
    assert.equal(asked.task, asked.pages[0]);
    const { pages, task } = made.ask({ query: 'how much does a helper cost' });
    assert.deepEqual([pages[0]?.path, task], [guide.path, 'none']);
  });

  test('puts what is far better before patterns that hardly fit', async () => {
    const record = page('/research/aflow.md', 'research_record', 'AFlow', {
      names: ['aflow'],
      purpose: ['AFlow, AFlow.'],
    });
    const faint = page('/patterns/faint.md', 'pattern', 'Faint', {
      names: ['faint'],
      detail: [`As in aflow ${'word '.repeat(80)}`],
    });
    assert.equal((await found(index(record, faint), 'aflow'))[0], record.path);
  });

  test('finds a page by the rare words of a long question whose other words are on every page', async () => {
    const common = Array.from({ length: 40 }, (_, at) => `common${at}`);
    const many = Array.from({ length: 30 }, (_, at) =>
      page(`/patterns/p${at}.md`, 'pattern', `P${at}`, { purpose: [common.join(' ')] }),
    );
    const rare = page('/patterns/rare.md', 'pattern', 'Rare', { purpose: ['A seldom heard whisper.'] });
    const question = `a seldom heard whisper, ${common.toReversed().join(' ')}`;
    assert.equal((await found(index(...many, rare), question))[0], rare.path);
  });

  test('puts the page first that has just the name asked for', async () => {
    const other = page('/patterns/other.md', 'pattern', 'Other', { purpose: ['Gate, gate, gate and gate.'] });
    assert.equal((await found(index(other, gate), 'Gate'))[0], gate.path);
  });

  test('takes a synonym for the word, though the word itself counts more', async () => {
    const lawyer = page('/patterns/a.md', 'pattern', 'A', { purpose: ['A lawyer reads it.'] });
    const solicitor = page('/patterns/b.md', 'pattern', 'B', { purpose: ['A solicitor reads it.'] });
    assert.deepEqual(await found(index(lawyer), 'ask a barrister'), [lawyer.path]);
    assert.equal((await found(index(lawyer, solicitor), 'ask a solicitor'))[0], solicitor.path);
    assert.equal((await found(index(lawyer, solicitor), 'ask a lawyer'))[0], lawyer.path);
  });

  test('keeps to a kind and to a task class', async () => {
    const fix = page('/starters/fix/1.0.0.md', 'starter', 'Check', {
      purpose: ['Check.'],
      task_classes: ['coding.bug_fix'],
      domains: ['coding'],
    });
    const made = index(gate, fix);
    assert.deepEqual(await found(made, 'check', { kind: 'starter' }), [fix.path]);
    assert.deepEqual(await found(made, 'check', { taskClass: 'coding.bug_fix' }), [fix.path]);
    assert.deepEqual(await found(made, 'check', { taskClass: 'coding.review' }), []);
  });

  test('is made in slices, so that others get their turn', async () => {
    const purpose = [Array.from({ length: 200 }, (_, at) => `word${at}`).join(' ')];
    const pages = Array.from({ length: 500 }, (_, at) =>
      page(`/patterns/p${at}.md`, 'pattern', `P${at}`, { purpose }),
    );
    let turns = 0;
    const turn = setInterval(() => (turns += 1), 0);
    await searchIndexOf({ entries: pages, pages: new Map(), *reading() {} } as unknown as Site);
    clearInterval(turn);
    assert.ok(turns > 3, `${turns} turns`);
  });

  test('has one index for each site, begun once', () => {
    const site = { entries: [], pages: new Map(), *reading() {} } as unknown as Site;
    assert.equal(searchIndexOf(site), searchIndexOf(site));
    assert.notEqual(searchIndexOf(site), searchIndexOf({ ...site }));
  });

  test('forgives a slip of the pen, and finds nothing for nothing', async () => {
    const blackboard = page('/patterns/blackboard.md', 'pattern', 'Blackboard', { names: ['blackboard'] });
    const made = index(blackboard, loop);
    assert.deepEqual(await found(made, 'blackbord'), [blackboard.path]);
    for (const query of ['', '???', 'the of and', 'zzzzzz'])
      assert.deepEqual(await found(made, query), [], query);
  });
});
