/** One page of the reading edition: what it shows of its Markdown, and that nothing in it acts. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sha256Hex } from '#document/text/digest.ts';
import { html } from '#edition/html/html.ts';
import { readingLink, twinOf } from '#edition/html/markdown.ts';
import { draw, render } from '#edition/rendering.ts';
import { assertIncludes } from '../../support/text.ts';

const beside = { site: 'Catalog', crumbs: [{ path: '/', title: 'Catalog' }], parts: [] };
const baseUrl = 'http://catalog.test';

const documentOf = (fields: string, body: string) =>
  `---\nkind: doc\ntitle: A page\n${fields}---\n\n# A page\n\n${body}\n`;

const shown = (text: string, drawing?: string) =>
  render(text, { as: 'page', path: '/pages/a.md', baseUrl, beside, ...(drawing && { drawing }) });

describe('a page of the reading edition', () => {
  const text = documentOf(
    'description: In short.\n',
    '## First\n\nSee [the gate](/patterns/gate.md#how) and `code`.',
  );
  const page = shown(text);

  test('names its Markdown, the digest of that and its own address', () => {
    assert.ok(
      page.includes('<link rel="alternate" type="text/markdown" href="http://catalog.test/pages/a.md"'),
    );
    assert.ok(page.includes('<link rel="canonical" href="http://catalog.test/pages/a.html">'));
    assert.ok(page.includes(`<meta name="source-digest" content="sha256:${sha256Hex(text)}">`));
  });

  test('has the title once, and links to other pages of the edition', () => {
    assert.equal(page.match(/<h1/g)?.length, 1);
    assert.ok(page.includes('<a href="/patterns/gate.html#how">the gate</a>'));
  });

  test('shows every field, in a table where no part of the page knows it', () => {
    const unknown = shown(documentOf('some_field: [one, two]\n', 'Text.'));
    assert.match(unknown, /<dt>some field<\/dt><dd><ul><li>one<\/li><li>two<\/li><\/ul>/);
  });

  test('holds nothing that acts: no HTML of an author, no inline style, no inline script', () => {
    const hostile = '<script>alert(1)</script>\n\n[a](javascript:alert(1))\n\n<b onclick="x()">b</b>';
    const fields = 'description: "<img src=x onerror=alert(1)>"\nother: "\\"><script>"\n';
    const found = shown(documentOf(fields, hostile));
    // Data run nowhere; that no text ends their block is tested with them.
    const acting = found.replace(/<script type="application\/ld\+json">[^<]*<\/script>/, '');
    const tags = acting.replaceAll(/"[^"]*"/g, '""');
    assert.doesNotMatch(tags, /<script(?! src="">)|<[^>]+ (?:style|on\w+)=|<img|<b /);
    assert.doesNotMatch(found, /javascript:/);
  });
});

describe('a kind of page', () => {
  const pageOf = (kind: string, fields: string, body: string, more = {}) =>
    render(documentOf(fields, body).replace('kind: doc', `kind: ${kind}`), {
      ...{ as: 'page', path: '/pages/a.md', baseUrl, beside: { ...beside, ...more } },
    });

  test('of findings tells claim, result, conditions and source apart', () => {
    const claim = `- **Against**: It is worse (much).
  Result: 1 of 9. Measure: accuracy. Compared with: 2 of 9.
  Conditions: One. Limits: Two.
  [a-2024](/research/a-2024.md#x), read.`;
    const found = pageOf('findings', '', claim);
    for (const part of [
      '<li class="claim against"><strong>Against</strong> <span class="what">It is worse (much).</span>',
      '<span class="result"><b>Result:</b> 1 of 9. <b>Measure:</b> accuracy. <b>Compared with:</b> 2 of 9.</span>',
      '<span class="how"><b>Conditions:</b> One. <b>Limits:</b> Two.</span>',
      '<span class="from"><a href="/research/a-2024.html#x">a-2024</a>, read.</span></li>',
    ])
      assert.ok(found.includes(part), part);
  });

  test('to choose by is one table with filters, and has its lines nowhere else', () => {
    const columns = [{ name: 'team' }, { name: 'status', use: 'only_filter' as const }, { name: 'calls' }];
    const row = (text: string) => [
      { text, path: '/starters/a/1.0.0.md', id: 'a' },
      { text: '', values: ['new'] },
      { text: '1,000', at: 1000 },
    ];
    const choice = {
      of: 'teams',
      columns,
      rows: [row('A <team>')],
      later: { title: 'Deprecated', rows: [row('Old')] },
    };
    const line =
      'Words.\n\n- [a](/starters/a/1.0.0.md): For this.\n\n## Deprecated\n\n- [old](/starters/a/1.0.0.md): Old.';
    const found = pageOf('index', '', line, { choice });
    for (const part of [
      '<p class="count" role="status" data-of="teams">1 teams</p>',
      '<span>all<span class="hidden"> (status)</span></span>',
      '<tr class="item a0"><th scope="row"><a href="/starters/a/1.0.0.html">A &lt;team&gt;</a> <small><code>a</code></small></th>' +
        '<td data-name="Calls" data-at="1000">1,000</td></tr>',
      '<h2 id="Deprecated">Deprecated</h2>',
      '<p>Words.</p>',
    ])
      assert.ok(found.includes(part), part);
    assert.ok(!found.includes('For this.'));
  });

  test('of all records leads to what was computed again and to the data', () => {
    const choice = { of: 'records', columns: [{ name: 'source' }], rows: [] };
    const surroundings = { ...beside, choice, parts: ['comparisons', 'data-and-citation'] };
    const text = documentOf('', 'Words.').replace('kind: doc', 'kind: index');
    const found = render(text, { as: 'page', path: '/research/index.md', baseUrl, beside: surroundings });
    assert.ok(
      found.includes(
        '<p>See also: <a href="/comparisons/index.html">Results computed again</a> · ' +
          '<a href="/status.html#data-and-citation">Data and citation</a></p>',
      ),
    );
  });

  test('of lines without a table shows what each costs below what it is for', () => {
    const found = pageOf('index', '', '- [a](/starters/a/1.0.0.md): For this. Control: solo.');
    assert.ok(
      found.includes(
        '<li class="entry"><a href="/starters/a/1.0.0.html">a</a> <span>For this. <small>Control: solo.</small></span></li>',
      ),
    );
  });

  test('of a list says to people what they can do there, where its description is for agents', () => {
    const found = pageOf('index', 'description: For agents.\n', 'Words.', { lead: 'For people.' });
    assert.ok(found.includes('For people.'));
    assert.doesNotMatch(found.slice(found.indexOf('<main')), /<p[^>]*>For agents\./);
  });

  test('leads from its foot to the comparisons of a catalog that has them', () => {
    const link = /<footer.*<a href="\/comparisons\/index\.html">Comparisons<\/a>/s;
    assert.match(pageOf('doc', '', 'Words.', { parts: ['comparisons'] }), link);
    assert.doesNotMatch(pageOf('doc', '', 'Words.'), link);
  });

  test('leads from its foot to the sections of the status page that a catalog has', () => {
    const link = /<footer.*<a href="\/status\.html#corrections">Correct a finding<\/a>/s;
    assert.match(pageOf('doc', '', 'Words.', { parts: ['corrections'] }), link);
    assert.doesNotMatch(pageOf('doc', '', 'Words.'), link);
  });

  test('of a record says of each finding its side, its numbers with cases and interval, and its task; and of the record when it changed', () => {
    const effect =
      '{scale: points, of: accuracy, treatment: team, control: one_agent, same: [models], with: "63", without: "61",' +
      ' cases: 574, interval: ["-0.2", "4.2"], ran_by: third_party}';
    const known = `{id: a, patterns: [debate, vote], direction: against, claim: C., task_class: coding.bug_fix, effects: [${effect}]}`;
    const unknown = '{id: b, patterns: [vote], direction: mixed, claim: D., domain: coding}';
    const titles = { '/patterns/debate.md': 'Debate', '/tasks/coding.bug_fix.md': 'Bug fix' };
    const citation = '{title: A, authors: [], year: 2026, url: "https://example.org/a"}';
    const changed = '[{on: 2026-03-02, what: E.}, {on: 2026-03-01, what: F.}]';
    const fields = `citation: ${citation}\nchanged: ${changed}\nfindings:\n  - ${known}\n  - ${unknown}\n`;
    const found = pageOf('research_record', fields, 'Words.', { titles });
    assertIncludes(found, [
      '<span class="tag">changed 2026-03-02</span>',
      '"dateModified":"2026-03-02"',
      '<p class="side">against <a href="/patterns/debate.html">Debate</a>, <a href="/patterns/vote.html">vote</a></p>',
      'In independent tests, a team scored 2 points higher than one agent with the same models (accuracy, 574 cases, 95 % interval −0.2 to 4.2).',
      '<dt>task</dt><dd><a href="/tasks/coding.bug_fix.html">Bug fix</a></dd>',
      '<p class="side">undecided on <a',
      '<dt>domain</dt><dd><code>coding</code></dd>',
    ]);
  });

  test('of a pattern leads to the comparisons on it by their titles', () => {
    const titles = { '/comparisons/a-1.md': 'Debate, computed again' };
    const found = pageOf('pattern', 'comparisons: [a-1]\n', 'Words.', { titles });
    assert.ok(found.includes('<a href="/comparisons/a-1.html">Debate, computed again</a>'));
    assert.ok(!found.includes('More fields'));
  });

  test('of a task names its versions, one that is also the control once, and leads to how the verdict follows', () => {
    const solo = '/starters/solo/1.2.0.md';
    const fields = `default: one_agent\nverdict: Begin here.\nstarter: ${solo}\ncontrol: ${solo}\nteam: /starters/duo/2.0.0.md\n`;
    const found = pageOf('task', fields, 'Words.', { parts: ['verdicts'] });
    assertIncludes(found, [
      '<dt>starter and control</dt><dd><a href="/starters/solo/1.2.0.html">solo 1.2.0</a></dd>',
      '<dt>team</dt><dd><a href="/starters/duo/2.0.0.html">duo 2.0.0</a></dd>',
      '<a href="/docs/tasks.html#7">how it follows from findings</a>',
    ]);
    assert.ok(!found.includes('<dt>control</dt>'));
  });

  test('of a task leads from each number of its verdict to the finding', () => {
    const point = { scale: 'points', of: 'pass rate', value: 5, shown: '+5 points', same: [] };
    const arms = { treatment: 'team', control: 'one_agent' };
    const row = { name: 'Ada, 2024', href: '/research/a.html#x', claim: 'More.', side: 'for' };
    const effects = [{ ...row, points: [{ ...point, arms }] }];
    const verdict = 'verdict: Begin here. A team scored 5 points higher than one agent (pass rate). End.\n';
    const found = pageOf('task', `default: one_agent\n${verdict}`, 'Words.', { effects });
    const told =
      'A team scored <a href="/research/a.html#x" title="Ada, 2024">5 points</a> higher than one agent';
    assert.ok(found.includes(told));
  });

  test('whose text begins with its description has that once', () => {
    const found = pageOf('doc', 'description: In short.\n', 'In short.\n\nMore.');
    assert.equal(found.match(/<p[^>]*>In short\.<\/p>/g)?.length, 1);
  });
});

describe('the twin of a path', () => {
  test('has .html for .md, and keeps query and anchor', () => {
    const twins = ['/', '/a/b.md', '/a/index.md?x=y.z', '/a.md#b'].map(twinOf);
    assert.deepEqual(twins, ['/index.html', '/a/b.html', '/a/index.html?x=y.z', '/a.html#b']);
  });

  test('exists for Markdown pages alone, and for no files of a team', () => {
    assert.equal(twinOf('/exports/codex/acme/a/1.0.0.md'), undefined);
    assert.equal(twinOf('/exports/index.md'), '/exports/index.html');
    for (const path of ['/llms.txt', 'https://example.org/a.md', '/log/checkpoint', '#a.md', '/mcp'])
      assert.equal(readingLink(path), path);
  });
});

describe('a drawing', () => {
  const roles = [
    { id: 'lead' },
    { id: 'worker', count: { min: 3, max: 10 } },
    { id: 'judge', performed_by: 'person' as const },
  ];
  const edges = [
    { from: 'lead', to: 'worker', kind: 'delegates' },
    { from: 'judge', to: 'worker', kind: 'reviews', loop: 'again' },
  ];
  const topology = { roles, edges, loops: [{ id: 'again', max_rounds: 2 }] };

  test('tells shapes, numbers and bounds, in words too', async () => {
    const drawing = await draw(topology);
    assertIncludes(drawing, [
      'class="node person"',
      '×3..10',
      '2. judge reviews the work of worker, at most 2 times',
      'judge (person)',
      'The loop again has at most 2 rounds',
    ]);
  });

  test('has one form for wide screens, one for narrow ones, and as a file of its own what its numbers mean', async () => {
    const drawing = await draw({
      ...topology,
      edges: [{ ...edges[0]!, when: 'a `word` is said'.repeat(9) }],
    });
    const fields = 'roles:\n  - id: lead\n    purpose: P.\nedges: []\n';
    const page = shown(documentOf(fields, 'Text.').replace('kind: doc', 'kind: pattern'), drawing);
    assert.deepEqual(
      [...page.matchAll(/<svg class="(drawing[^"]*)"/g)].map(([, style]) => style),
      ['drawing', 'drawing tall'],
    );
    assert.equal(page.match(/ id="([^"]*-title)"/g)?.length, 2);
    const file = render('', { as: 'drawing', drawing });
    assert.equal(file.match(/<svg/g)?.length, 1);
    assert.match(
      file.replaceAll(/<[^>]*>/g, ''),
      /1\. lead delegates to worker, if a word is said.*a word is said/,
    );
  });

  test('is the same every time, and another one for another number of workers', async () => {
    assert.equal(await draw(topology), await draw(structuredClone(topology)));
    const [lead, worker, judge] = roles;
    assert.notEqual(
      await draw(topology),
      await draw({ ...topology, roles: [lead!, { id: worker!.id }, judge!] }),
    );
  });

  test('stands in place of the Mermaid that it was made from', async () => {
    const text = documentOf('', '```mermaid\nflowchart LR\n```\n\nText.').replace(
      'kind: doc',
      'kind: pattern\nroles:\n  - id: a\n    purpose: P.\nedges: []',
    );
    const found = shown(text, await draw({ roles: [{ id: 'a' }], edges: [] }));
    assert.doesNotMatch(found, /flowchart/);
    assert.equal(found.match(/class="drawing"/g)?.length, 1);
  });
});

describe('a template of HTML', () => {
  test('escapes texts, joins lists and leaves out what is not there', () => {
    const value = html`<p title="${'"a"'}">${'<b>'}${[html`<i>`, 1]}${undefined}${false}</p>`;
    assert.equal(value.text, '<p title="&quot;a&quot;">&lt;b&gt;<i>1</p>');
  });

  test('leaves out its own line breaks beside tags and inserts, and keeps those of an insert', () => {
    assert.equal(
      html`
        <p>
          one
          two ${'a\nb'}
        </p>`.text,
      '<p>one two a\nb</p>',
    );
  });
});
