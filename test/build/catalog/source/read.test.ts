/** Whatever is in the content folder, the build neither fails nor blocks: it says what is wrong, where, and what to do. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { readContentFile } from '../../../../build/catalog/source/content-file.ts';
import { listSources } from '../../../../build/catalog/source/read.ts';
import { formatFault } from '../../../../build/catalog/source/source-fault.ts';
import { build } from '../../../../build/run/build.ts';
import { testRing } from '../../../keys.ts';
import { exampleCopy, temporaryFolder, write } from '../../../support/folder.ts';

interface Message {
  file: string;
  rule: string;
  message: string;
  help: string;
}

/** Builds a content folder; returns its messages. */
async function messagesOf(content: string, t: TestContext): Promise<Message[]> {
  const result = await build({
    ...{ contentDir: content, distDir: temporaryFolder(t), baseUrl: 'http://catalog.test' },
    ...{ keys: testRing(), logDir: temporaryFolder(t) },
  });
  return result.ok ? [] : result.messages;
}

/** Returns the messages about one file, each as `rule: message`. */
function saidOf(name: string, messages: readonly Message[]): string[] {
  return messages
    .filter(({ file }) => file.endsWith(`/${name}`))
    .map(({ rule, message, help }) => {
      assert.ok(help.endsWith('.'), help);
      return `${rule}: ${message}`;
    });
}

const link = 'irregular-file: This is a symbolic link; content may contain only regular files.';
const fifo = 'irregular-file: This is a named pipe (FIFO); content may contain only regular files.';

describe('content that is no regular file', async () => {
  test('is refused where it is a link: to a file, a folder, nothing, itself, or the folder above', async t => {
    const content = exampleCopy(t);
    const targets = {
      ...{ to: 'gate.md', folder: '../research', nothing: 'none.md', self: 'self.md', above: '..' },
    };
    for (const [name, target] of Object.entries(targets))
      symlinkSync(target, join(content, `patterns/${name}.md`));
    symlinkSync('..', join(content, 'patterns/loop'));
    const messages = await messagesOf(content, t);
    for (const name of ['to.md', 'folder.md', 'nothing.md', 'self.md', 'above.md', 'loop'])
      assert.deepEqual(saidOf(`patterns/${name}`, messages), [link], name);
    assert.equal(messages.length, 6);
  });

  test('is refused where it is a pipe, a socket or a device, and nobody waits for it', async t => {
    const content = exampleCopy(t);
    execFileSync('mkfifo', [join(content, 'patterns/pipe.md')]);
    const server = createServer().listen(join(content, 'patterns/socket.md'));
    t.after(() => server.close());
    await new Promise(resolve => server.once('listening', resolve));
    const messages = await messagesOf(content, t);
    assert.deepEqual(saidOf('patterns/pipe.md', messages), [fifo]);
    assert.deepEqual(saidOf('patterns/socket.md', messages), [
      'irregular-file: This is a socket; content may contain only regular files.',
    ]);
    const isDevice = spawnSync('mknod', [join(content, 'patterns/null.md'), 'c', '1', '3']).status === 0;
    if (isDevice) {
      assert.deepEqual(saidOf('patterns/null.md', await messagesOf(content, t)), [
        'irregular-file: This is a device; content may contain only regular files.',
      ]);
    }
  });

  test('is refused among the files of the operator too', async t => {
    const content = exampleCopy(t);
    mkdirSync(join(content, 'discovery'));
    execFileSync('mkfifo', [join(content, 'discovery/index-ping.txt')]);
    symlinkSync('/etc/hostname', join(content, 'discovery/security-contact.txt'));
    symlinkSync('none', join(content, 'discovery/directory-listing.json'));
    const messages = await messagesOf(content, t);
    assert.deepEqual(saidOf('discovery/index-ping.txt', messages), [fifo]);
    assert.deepEqual(saidOf('discovery/security-contact.txt', messages), [link]);
    assert.deepEqual(saidOf('discovery/directory-listing.json', messages), [link]);
  });

  test('is refused when it takes the place of a file that was built before, and the file is taken again', async t => {
    const content = exampleCopy(t);
    const file = join(content, 'patterns/gate.md');
    assert.deepEqual(await messagesOf(content, t), []);
    renameSync(file, join(content, '.gate'));
    symlinkSync('../.gate', file);
    assert.deepEqual(
      (await messagesOf(content, t)).map(({ rule }) => rule),
      ['irregular-file'],
    );
    rmSync(file);
    execFileSync('mkfifo', [file]);
    assert.deepEqual(saidOf('patterns/gate.md', await messagesOf(content, t)), [fifo]);
    rmSync(file);
    renameSync(join(content, '.gate'), file);
    assert.deepEqual(await messagesOf(content, t), []);
  });

  test('is opened without waiting and without following when it came there after the listing', t => {
    const folder = temporaryFolder(t);
    execFileSync('mkfifo', [join(folder, 'pipe.md')]);
    symlinkSync('/etc/hostname', join(folder, 'link.md'));
    mkdirSync(join(folder, 'folder.md'));
    for (const [name, rule] of [
      ['pipe.md', 'irregular-file'],
      ['link.md', 'irregular-file'],
      ['folder.md', 'irregular-file'],
      ['none.md', 'missing-file'],
      ['link.md/x.md', 'irregular-file'],
    ] as const) {
      const parsed = readContentFile(folder, name);
      assert.equal(parsed.ok || parsed.fault.rule, rule, name);
    }
  });

  test('is left alone where it is a hidden file of an editor', async t => {
    const content = exampleCopy(t);
    symlinkSync('someone@host.1234', join(content, 'patterns/.#gate.md'));
    execFileSync('mkfifo', [join(content, '.pipe')]);
    assert.deepEqual(await messagesOf(content, t), []);
  });
});

describe('content that cannot be taken', async () => {
  test('is refused for its size before it is read', async t => {
    const content = exampleCopy(t);
    for (const [name, size] of [
      ['patterns/large.md', 2 ** 30],
      ['guides/over.md', 2 ** 20 + 1],
    ] as const) {
      writeFileSync(join(content, name), '');
      truncateSync(join(content, name), size);
    }
    const messages = await messagesOf(content, t);
    assert.deepEqual(saidOf('patterns/large.md', messages), [
      'file-size: The file has 1073741824 bytes, but at most 1048576 are allowed.',
    ]);
    assert.deepEqual(saidOf('guides/over.md', messages), [
      'file-size: The file has 1048577 bytes, but at most 1048576 are allowed.',
    ]);
  });

  test('may be as large as the limit', t => {
    const folder = temporaryFolder(t);
    write(folder, 'guides/full.md', 'x'.repeat(2 ** 20));
    assert.deepEqual(listSources(folder).faulty, []);
    const parsed = readContentFile(folder, 'guides/full.md');
    assert.ok(parsed.ok && parsed.bytes.equals(readFileSync(join(folder, 'guides/full.md'))));
  });

  test('is named where it may not be read, file or folder', t => {
    const content = exampleCopy(t);
    chmodSync(join(content, 'patterns/gate.md'), 0);
    chmodSync(join(content, 'research'), 0);
    mkdirSync(join(content, 'publishers/closed'));
    writeFileSync(join(content, 'publishers/closed/x.md'), '');
    chmodSync(join(content, 'publishers/closed'), 0o444);
    const { listing, file } = asNobody(content, 'patterns/gate.md');
    chmodSync(join(content, 'research'), 0o755);
    chmodSync(join(content, 'publishers/closed'), 0o755);
    assert.deepEqual(
      listing.faulty.map(({ name, fault }) => `${name} ${fault.rule} ${fault.message}`).sort(),
      [
        'publishers/closed/x.md unreadable-file This user may not read the file.',
        'research unreadable-file This user may not read the folder.',
      ],
    );
    assert.ok(!file.ok);
    assert.equal(file.fault.help, 'Give the user that builds the right to read it: `chmod u+r`.');
  });

  test('is named with its odd bytes written out', async t => {
    const content = exampleCopy(t);
    const odd = Buffer.concat([
      Buffer.from(`${content}/patterns/a`),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('.md'),
    ]);
    writeFileSync(odd, '');
    writeFileSync(join(content, 'patterns/b\n::error ::c.md'), '');
    writeFileSync(join(content, 'patterns/d\u200B\u001B[2J.md'), '');
    mkdirSync(join(content, 'e\u00A0f'));
    const messages = await messagesOf(content, t);
    assert.deepEqual(
      messages.map(each => [each.file.replace(/^.*content\//, ''), each.rule, each.message]),
      [
        ['e\\u{A0}f', 'file-name', 'The name of the file holds U+00A0 NO-BREAK SPACE.'],
        ['patterns/a\uFFFD\uFFFD.md', 'file-name', 'The name of the file holds bytes that are not UTF-8.'],
        ['patterns/b\\u{A}::error ::c.md', 'file-name', 'The name of the file holds U+000A LINE FEED.'],
        [
          'patterns/d\\u{200B}\\u{1B}[2J.md',
          'file-name',
          'The name of the file holds U+200B ZERO WIDTH SPACE.',
        ],
      ],
    );
    for (const each of messages)
      assert.equal(formatFault({ ...each, field: '', line: 1, column: 1 }).split('\n').length, 2);
  });

  test('is refused where two names differ in case alone', async t => {
    const content = exampleCopy(t);
    write(content, 'patterns/Gate.md', readFileSync(join(content, 'patterns/gate.md'), 'utf8'));
    const said = (await messagesOf(content, t)).map(
      ({ file, rule }) => `${file.replace(/^.*\//, '')} ${rule}`,
    );
    assert.ok(said.includes('Gate.md file-name'), said.join());
  });

  test('is missing as a whole, or is no folder', async t => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'file'), '');
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    symlinkSync('self', join(folder, 'self'));
    for (const [name, rule] of [
      ['none', 'missing-file'],
      ['file', 'irregular-file'],
      ['pipe', 'irregular-file'],
      ['self', 'irregular-file'],
    ] as const) {
      const messages = await messagesOf(join(folder, name), t);
      assert.ok(
        messages.some(each => each.file.endsWith(`/${name}`) && each.rule === rule),
        name,
      );
    }
  });

  test('may be a folder that a link names, as deployments make it', async t => {
    const content = exampleCopy(t);
    const named = join(temporaryFolder(t), 'current');
    symlinkSync(content, named);
    assert.deepEqual(await messagesOf(named, t), []);
  });

  test('is refused in folders without end', t => {
    const folder = mkdtempSync(join(tmpdir(), 'catalog-'));
    t.after(() => execFileSync('rm', ['-rf', folder]));
    const deep = 'a'.repeat(200);
    const chain = (path: string): string => {
      for (; path.length < 3800; path = join(path, deep)) mkdirSync(join(path, deep), { recursive: true });
      return path;
    };
    const end = chain(join(folder, 'one'));
    chain(join(folder, 'other'));
    renameSync(join(folder, 'other'), join(end, 'other'));
    const { faulty } = listSources(folder);
    assert.deepEqual(
      faulty.map(({ fault }) => fault.rule),
      ['unreadable-file'],
    );
  });
});

/** Lists and reads as a user without rights; anyone who runs the tests may have all of them. */
function asNobody(content: string, name: string) {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) {
    chmodSync(join(content, '..'), 0o755);
    process.seteuid!(65534);
  }
  try {
    return { listing: listSources(content), file: readContentFile(content, name) };
  } finally {
    if (isRoot) process.seteuid!(0);
  }
}
