/** Addresses are found in every form and disguise, and technical prose is not taken for them. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { addressesIn } from '../../../../build/document/guard/address.ts';

const hostile = {
  'host names': [
    ...['evil.example.xyz', 'attacker.co.uk', 'attacker.co.uk/path', 'foo.zip', 'clip.mov', 'bücher.de'],
    ...['пример.рф', '例え.jp', 'xn--bcher-kva.de', 'XN--P1AI.net', 'evil.com', 'Evil.COM', 'evil.com.'],
    ...['example.com.', 'evil.com,and more', 'evil.com.Then go on', 'x.ai', 'a.b.c.d.e.f.museum'],
    ...['evil.ninja', 'evil.gg', 'evil-corp.info', '1337.cn', '163.com', 'under_score.evil.top'],
    ...['evil.vermögensberatung', 'evil.соm', 'www.evil', 'host.internal', 'printer.local', 'hidden.onion'],
    ...['vitalik.eth', 'my.evil.corp', 'api.evil.example', 'evil.com(fetch it)'],
  ],
  'file names that are hosts': [
    ...['evil.sh/run', 'evil.sh:8080', 'api.evil.sh', 'evil.rs?q=1', 'evil.py/x', 'user@evil.md'],
    'evil.md#collect',
  ],
  schemes: [
    ...['https://api.example.test/run', 'HTTP://host', 'git+ssh://host/path', 'hxxp://evil'],
    ...['hxxps[:]//evil[.]com', 'http:/evil', 'https:\\\\evil', 'http:evil', 'mailto:someone'],
    ...['JavaScript:alert(1)', 'vbscript:x', 'data:text/plain,x', 'file:/etc/passwd', 'wss://socket'],
    ...['ssh://root@host', 'tel:+4930123456', 'magnet:?xt=urn', 'foo://2130706433'],
  ],
  numbers: [
    ...['1.2.3.4', '10.0.0.1:8080', '127.0.0.1/admin', '10.0.0.1-10.0.0.9', '0177.0.0.01', '0x7f.0.0.1'],
    ...['0x7f.1', '0x7f000001', '017700000001', '2130706433:8080', '2130706433/run', '[2001:db8::1]'],
    ...['[::1]:8080', '2001:db8::1', 'fe80::1%eth0', '2001:0db8:85a3:0000:0000:8a2e:0370:7334'],
    ...['::ffff:10.0.0.1', '１２７.0.0.1'],
  ],
  disguises: [
    ...['example[.]com', 'example(.)com', 'example{dot}com', 'example [dot] com', 'example dot com'],
    ...['user[at]example[.]org', 'example。com', 'example｡com', 'example．com', 'ｅｖｉｌ．ｃｏｍ'],
    ...['𝐞𝐯𝐢𝐥.𝐜𝐨𝐦', 'evil․com', 'ⓔⓥⓘⓛ.com', 'example&#46;com', 'example&#x2e;com'],
    ...['example&period;com', 'https&colon;//evil', 'example\\.com', 'https:\\/\\/evil', 'exam**ple**.com'],
    ...['*evil*.com', '`evil`.`com`', 'evil~~.~~com'],
  ],
  'mail, paths and machines': [
    ...['user@host.tld', 'first.last+tag@mail.evil.co', 'git@host.corp', '//host/path', '(//host.evil/x)'],
    ...['"//host:80"', '//[::1]/x', '\\\\server\\share', 'localhost', 'LOCALHOST:3000', 'build.test:8080'],
    'api.corp/run',
  ],
} as const;

const harmless = [
  ...['Write report.md and read package.json.', 'See README.md, CONTRIBUTING.md and index.ts.'],
  ...['The file main.py imports lib.rs, then runs install.sh.', 'Main.java compiles to Main.class.'],
  ...['content/patterns/react-loop.md:27:11: error', '/starters/solo-coder/1.0.0.md'],
  '/starters/index.md?task_class=coding.bug_fix',
  ...['[the tool loop](/patterns/react-loop.md#what-is-known)', 'docs/schemas/pattern/v0.1.md'],
  ...['build/catalog/check/safety.ts:12:5', 'src/index.test.ts', 'vite.config.js and tsconfig.build.json'],
  ...['data.tar.gz', '.env.example', '.gitignore', 'docker-compose.yml'],
  ...['requirements.txt, setup.cfg and pyproject.toml', 'index.d.ts', 'llama.cpp'],
  ...['e.g. the reviewer, i.e. the second agent', 'e.g.the reviewer', 'et al. found it, cf. section 3.'],
  ...['vs. one agent, approx. 3x', 'Ph.D. students in the U.S. and U.S.-based ones'],
  ...['at 10 a.m. or 5 p.m.', 'v1.2.3', 'version 2.0.0-rc.1', '>=1.2.3 <2.0.0', 'solo-coder@1.0.0'],
  ...['lodash@4.17.21', 'node.js, Next.js, Vue.js and D3.js', 'ASP.NET and Socket.IO', '.NET'],
  ...['3.5x cheaper, 1.5 to 2.5 times', 'pass@k, pass@1, precision@10', '0.373 against 0.41'],
  ...['coding.bug_fix', 'security.audit and research.report', 'task_classes: [operations.support]'],
  ...['formation.starter/v0.1', 'formation.lease/v0.1', 'Call foo.bar() and then agent.run(task).'],
  ...['torch.nn.functional.pad()', 'os.path.join', 'self.name and this.id', 'task_state.id', 'sys.argv[1]'],
  ...['np.array([1, 2])', 'x[::2] and x[1::2]', 'x[::-1]', 'std::string and crate::module', 'Foo::bar'],
  ...['10:30:45', '2026-11-21T08:00:00Z', 'a ratio of 3:1, 5:2:1', 'aa:bb:cc:dd:ee:ff'],
  'sha256:0a1b2c3d4e5f60718293a4b5c6d7e8f90123456789abcdef0123456789abcdef',
  ...['digest: sha256:0a1b2c3d', 'key: value', 'data: what it is', 'The data:\nwhat it is'],
  ...['input_tokens: 1500000', 'elapsed_milliseconds: 2678400000', 'and/or, I/O, CI/CD'],
  ...['24/7 for 1,642 cases', 'section 3.2.1', '1.In the first place', 'wait...then go on'],
  ...['Wait… and see', 'Done.', 'claude-opus-4.5, gpt-4.1-mini, gemini-1.5-pro'],
  ...['claude-3.5-sonnet-20241022', 'arXiv:2210.03629v3', 'doi 10.1145/3544548'],
  ...['dot product, and a dot in a net', 'the dot com years', 'a value (at most 5)'],
  ...['Answer at least (dot) once', '**Budget.** In tokens.', 'the `lead`. The `worker`.'],
  ...['A | B // a comment', 'x = y // TODO: later', 'C:\\Users\\me', 'a \\[bracket\\] and a \\* star'],
  ...[
    'AT&T, R&D &amp; more',
    'これは文です。次の文です。',
    '使用模型。然后比较。',
    'naïve Zürich, Tiếng Việt',
  ],
  ...['@decorator and @mention', 'SELECT * FROM runs', '~/.config/app.yaml', '$0.70 a run'],
  ...['0xff and 0x1F600', '#fff and #ffa07a'],
  'user.email is a field of the request'.replace('user.email', 'user_record.email'),
];

const found = (text: string): boolean => !addressesIn(text).next().done;

describe('an address outside the catalog', () => {
  for (const [sort, texts] of Object.entries(hostile)) {
    for (const text of texts) {
      test(`is found among ${sort}: ${text}`, () => {
        for (const whole of [text, `Send it to ${text} now.`, `purpose: ${text}`, `one\ntwo\n- ${text}\n`])
          assert.ok(found(whole), whole);
      });
    }
  }

  for (const text of harmless) {
    test(`is not seen in ${JSON.stringify(text)}`, () => assert.deepEqual([...addressesIn(text)], []));
  }

  test('is placed where it begins, also under a disguise', () => {
    for (const text of [
      ...['evil.com', '//host/path', 'example[.]com', 'ｅｖｉｌ.ｃｏｍ', 'https&colon;//evil', '2001:db8::1'],
    ])
      assert.ok([...addressesIn(`Do **this**: ${text}`)].includes(13), text);
  });

  test('is not seen in any line of the catalog that names none', () => {
    const content = join(import.meta.dirname, '../../../../content');
    for (const folder of ['patterns', 'domains', 'starters', 'formations', 'guides']) {
      for (const name of readdirSync(join(content, folder), { recursive: true, encoding: 'utf8' })) {
        if (!name.endsWith('.md')) continue;
        const lines = readFileSync(join(content, folder, name), 'utf8').split('\n');
        for (const line of lines.filter(each => !each.includes('http')))
          assert.deepEqual([...addressesIn(line)], [], `${folder}/${name}: ${line}`);
      }
    }
  });
});
