/** `npm run preview`: what a browser sees while files are saved, broken and corrected, and who may change them. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sha256Hex } from '#document/text/digest.ts';
import { build } from '../../build/run/build.ts';
import { preview } from '../../scripts/edit/preview/program.ts';
import { PreviewSite } from '../../scripts/edit/preview/site.ts';
import { freePort } from '../../scripts/support/port.ts';
import { testRing } from '../keys.ts';
import { noBrowser, startBrowser } from '../support/browser.ts';
import { exampleContent, exampleCopy, temporaryFolder, write } from '../support/folder.ts';
import { large, someOf } from '../support/large.ts';
import { call, program } from '../support/program.ts';

const content = exampleCopy();
const dataDir = temporaryFolder();
const gate = join(content, 'patterns/gate.md');
const original = readFileSync(gate, 'utf8');
let child: ChildProcess;
let port: number;
let origin: string;

before(async () => {
  port = await freePort();
  origin = `http://localhost:${port}`;
  child = spawn(process.execPath, [await program('scripts/preview.ts'), '--port', String(port)], {
    env: { PATH: process.env.PATH, CONTENT_DIR: content, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  await new Promise<void>(resolve => {
    child.stdout!.on('data', chunk => {
      said += chunk;
      if (said.includes('mistakes')) resolve();
    });
  });
});
after(() => child.kill('SIGKILL'));

/** A page as a browser shows it, with what the preview lays over it. */
interface State {
  digest: string;
  page: string;
  panel: string;
  notice: string;
  rules: string[];
}

const page = async (path: string) => (await fetch(origin + path)).text();

async function stateOf(path: string): Promise<State> {
  const text = await page(path);
  const panel = /<aside class="preview"[\s\S]*?<\/aside>/.exec(text)?.[0] ?? '';
  return {
    digest: /data-digest="(\w+)"/.exec(text)![1]!,
    page: text,
    panel,
    notice: /^<aside[^>]*><p><strong>(.*?)<\/strong>/.exec(panel)?.[1] ?? '',
    rules: [...panel.matchAll(/<\/strong> \[([\w-]+)\]/g)].map(match => match[1]!),
  };
}

/** Waits until an open page is told of the state that a change leads to. */
async function stateAfter(
  path: string,
  change: () => void,
  holds: (state: State) => boolean,
): Promise<State> {
  const answer = await fetch(`${origin}/preview/events?of=${encodeURIComponent(path)}`);
  let isChanged = false;
  for await (const chunk of answer.body!) {
    const told = /^data: (\w+)$/m.exec(Buffer.from(chunk).toString())?.[1];
    if (told === undefined) continue;
    if (!isChanged) change();
    isChanged = true;
    const state = await stateOf(path);
    if (state.digest === told && holds(state)) return state;
  }
  throw new Error('The preview ended.');
}

const heading = async (path: string) => /<h1>(.*?)<\/h1>/.exec(await page(path))?.[1];
const gatePage = '/patterns/gate.html';
const hasRule = (rule: string) => (state: State) => state.rules.includes(rule);
const isClean = (state: State) => state.panel === '';
const restore = () => stateAfter(gatePage, () => writeFileSync(gate, original), isClean);

describe('the preview', () => {
  test('shows the pages that the build publishes, with a script of its own', async () => {
    const dist = temporaryFolder();
    const keys = { keys: testRing(), logDir: join(temporaryFolder(), 'log') };
    assert.ok((await build({ contentDir: content, distDir: dist, baseUrl: origin, ...keys })).ok);
    for (const path of ['/patterns/gate.md', '/domains/coding.md', '/starters/index.md']) {
      const text = readFileSync(join(dist, path), 'utf8');
      assert.equal(await page(path), text);
      const twin = await page(path.replace('.md', '.html'));
      assert.ok(twin.includes(`content="sha256:${sha256Hex(text)}"`), path);
      assert.match(twin, /<script src="\/preview\/script\.js" data-digest="[0-9a-f]{64}" defer>/);
    }
    assert.match(await page('/search.html?q=check+the+result'), /gate\.html/);
    assert.equal(
      (await fetch(`${origin}/patterns/agent-loop.html`)).url,
      `${origin}/patterns/tool-loop.html`,
    );
    assert.equal((await fetch(`${origin}/patterns/none.html`)).status, 404);
  });

  test('tells an open page of a save, and of mistakes with their places, while it shows what was saved', async () => {
    const saved = () => writeFileSync(gate, original.replace('title: ', 'title: Newly '));
    const isNew = (state: State) => isClean(state) && state.page.includes('Newly');
    await stateAfter(gatePage, saved, isNew);
    assert.equal(await heading(gatePage), 'Newly Verifier gate');
    const wrong = original
      .replace('family: critique', 'family: critiqe')
      .replace('title: ', 'title: Newest ');
    const state = await stateAfter(gatePage, () => writeFileSync(gate, wrong), hasRule('unknown-family'));
    assert.match(state.panel, /Mistakes of this page: 1.*patterns\/gate\.md:5:\d+<\/a>/);
    assert.ok(!state.panel.includes('/preview/fix'));
    assert.equal(await heading(gatePage), 'Newest Verifier gate');
    await restore();
  });

  test('keeps the last state of a page whose front matter cannot be used, and says so', async () => {
    const broken: [string, string | Buffer][] = [
      ['unknown-field', original.replace('slug:', 'slag:')],
      ['front-matter', original.replace('\n---\n', '\n')],
      ['yaml', original.replace('title: ', 'title: "')],
      ['encoding', Buffer.concat([Buffer.from(original), Buffer.from([0xff])])],
      ['file-size', original + 'x'.repeat(10 * 1024 * 1024)],
      ['front-matter', ''],
    ];
    for (const [rule, text] of someOf(broken, 2)) {
      const { notice } = await stateAfter(gatePage, () => writeFileSync(gate, text), hasRule(rule));
      assert.ok(notice, rule);
      assert.equal(await heading(gatePage), 'Verifier gate', rule);
    }
    await restore();
  });

  large('shows the text of a new file that has never been right', async () => {
    const draft = '---\ntitle: Half\n---\n\nSome **bold** words.\n';
    const path = '/patterns/half.html';
    const state = await stateAfter(
      path,
      () => write(content, 'patterns/half.md', draft),
      hasRule('required'),
    );
    assert.ok(state.notice);
    assert.ok((await page(path)).includes('Some <strong>bold</strong> words'));
    await stateAfter(path, () => rmSync(join(content, 'patterns/half.md')), isClean);
    assert.equal((await fetch(origin + path)).status, 404);
  });

  large('follows files that are renamed, deleted and saved twice at once', async () => {
    const guide = join(content, 'guides/agentic-design-patterns.md');
    const moved = join(content, 'guides/new/moved.md');
    const text = readFileSync(guide, 'utf8');
    write(content, 'guides/new/.keep', '');
    await stateAfter('/', () => renameSync(guide, moved), hasRule('unknown-file'));
    await stateAfter(
      '/',
      () => renameSync(moved, guide),
      state => !hasRule('unknown-file')(state),
    );
    rmSync(join(content, 'guides/new'), { recursive: true });
    await stateAfter(
      '/',
      () => rmSync(guide),
      state => state.rules.length > 0,
    );
    const twice = () => {
      writeFileSync(guide, '');
      writeFileSync(guide, text);
    };
    await stateAfter('/', twice, isClean);
  });

  test('corrects a file for its own pages alone', async () => {
    const wrong = original.replace('kind: hands_off', 'kind: hands-off');
    const { panel } = await stateAfter(gatePage, () => writeFileSync(gate, wrong), hasRule('value'));
    const address = /action="(.*?)"/.exec(panel)![1]!.replace('&amp;', '&');
    const refused: Record<string, string>[] = [
      {},
      { Origin: 'https://elsewhere.example' },
      { Origin: 'null' },
      { Origin: `http://elsewhere.example:${port}`, Host: `elsewhere.example:${port}` },
    ];
    for (const headers of refused) assert.equal(await post(headers, address), 403, JSON.stringify(headers));
    assert.equal(await post({ Origin: origin }, '/preview/fix?file=../../etc/passwd'), 409);
    assert.equal(readFileSync(gate, 'utf8'), wrong);
    assert.equal(await post({ Origin: origin }, address), 303);
    assert.equal(readFileSync(gate, 'utf8'), original);
    await restore();
  });

  if (!noBrowser)
    large('reloads the page in a browser, lays mistakes over it, and corrects them by a button', async () => {
      const browser = await startBrowser();
      try {
        const tab = await browser.newPage();
        const faults: string[] = [];
        tab.on('pageerror', error => faults.push(error.message));
        tab.on('console', message => message.type() === 'error' && faults.push(message.text()));
        await tab.goto(origin + gatePage);
        writeFileSync(
          gate,
          original.replace('title: ', 'title: Newly ').replace('kind: hands_off', 'kind: hands-off'),
        );
        await tab.getByRole('heading', { level: 1, name: /^(?:Newly|Verifier)/ }).waitFor();
        await tab.getByText('gate.md:14:').waitFor();
        await tab.getByRole('button', { name: 'Fix' }).first().click();
        await tab.locator('.preview').waitFor({ state: 'detached' });
        assert.match(readFileSync(gate, 'utf8'), /kind: hands_off/);
        assert.deepEqual(faults, []);
      } finally {
        await browser.close();
      }
    });

  test('says in a line why it does not start', async () => {
    const taken = await call(preview, ['--port', String(port)], { CONTENT_DIR: content });
    assert.deepEqual(
      [taken.code, taken.stderr],
      [1, `Port ${port} is taken. Name another port, or none, and the preview finds a free one.\n`],
    );
    const folder = await call(preview, [], { CONTENT_DIR: join(content, 'none') });
    assert.match(folder.stderr, /^CONTENT_DIR: there is no folder .*none\.\n$/);
    const wrong = await call(preview, ['--prt']);
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /^Unknown option '--prt'/);
  });

  test('ends at SIGINT, and has written nothing but what was corrected', async () => {
    writeFileSync(gate, original);
    const open = await fetch(`${origin}/preview/events?of=/`);
    child.kill('SIGINT');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
    await open.text().catch(() => '');
    assert.deepEqual(readdirSync(dataDir), []);
    const texts = (folder: string) => readdirSync(folder, { recursive: true }).sort();
    assert.deepEqual(texts(content), texts(exampleContent));
  });
});

/** Asks for a correction. Gives the status. */
function post(headers: Record<string, string>, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path, method: 'POST' };
    const outgoing = request({ ...options, headers: { Host: `localhost:${port}`, ...headers } }, incoming => {
      incoming.resume().once('end', () => resolve(incoming.statusCode!));
    });
    outgoing.once('error', reject);
    outgoing.end();
  });
}

large(
  'all mistakes that stop a build are shown, also of pages that nobody looks at and that are made from several sources',
  async t => {
    const contentDir = exampleCopy(t);
    const domain = join(contentDir, 'domains/coding.md');
    const right = readFileSync(domain, 'utf8');
    const site = new PreviewSite({ contentDir, baseUrl: 'http://localhost:8090', keys: testRing() });
    assert.deepEqual(site.diagnostics(), []);
    writeFileSync(domain, `${right}\n${Array.from({ length: 900 }, (_, at) => `Word${at}`).join(' ')}\n`);
    assert.ok(site.refresh());
    const rules = site.diagnostics().map(({ rule, page }) => `${rule} ${page}`);
    const options = {
      contentDir,
      distDir: temporaryFolder(t),
      baseUrl: 'http://localhost:8090',
      logDir: temporaryFolder(t),
    };
    const built = await build({ ...options, keys: testRing() });
    assert.ok(!built.ok);
    assert.deepEqual(
      rules,
      built.messages.map(({ rule }) => `${rule} /domains/coding.html`),
    );
    writeFileSync(domain, right);
    site.refresh();
    assert.deepEqual(site.diagnostics(), []);
  },
);
