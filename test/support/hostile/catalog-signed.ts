/** Attacks in which a catalog signs harmful content with its own key. */
import { checkpointFile } from '#document/proof/log/files.ts';
import { testRing } from '../../keys.ts';
import type { Draft } from '../signed-tree.ts';
import { agentFile, filesOf, teamTree } from '../team-tree.ts';
import { type Attack, altered, installers, newVersion, provers, readers, signed } from './catalog-attack.ts';
import { exportRows } from './catalog-export.ts';
import { searchRows } from './catalog-search.ts';

type Row = [
  name: string,
  dist: () => string,
  touches: Attack['touches'],
  refused: RegExp,
  more?: Partial<Attack>,
];

const unbelieved = /cannot be believed: /;
const at = (path: string) => (page: Draft) => page.path === path;
const keys = at('/trust/keys.md');
const log = (name: string) => at(`/log/${name}`);
const isReceipt = ({ path }: Draft) => path.endsWith('/signature.md');
const version = at(newVersion);
const noKeys = /trust\/keys\.md: It is not a document of the kind signing_keys: /;
const noReceipt = /It is not a document of the kind signature_receipt: /;
const otherDigest = /does not have the digest sha256:[0-9a-f]{64}, which the log records/;

const trustRows: Row[] = [
  [
    'keys nested 500 deep',
    () => altered(keys, it => it.replace('keys:', `more: ${'['.repeat(500)}${']'.repeat(500)}\nkeys:`)),
    readers,
    noKeys,
  ],
  [
    'keys with an anchor and 100 aliases',
    () =>
      altered(keys, it => it.replace('keys:', `a: &a [1]\nb: [${Array(100).fill('*a').join(', ')}]\nkeys:`)),
    readers,
    noKeys,
  ],
  ['keys twice', () => altered(keys, it => it.replace('keys:', 'keys: []\nkeys:')), readers, noKeys],
  [
    'keys with a tag',
    () => altered(keys, it => it.replace('keys:', 'x: !!js/function "a"\nkeys:')),
    readers,
    noKeys,
  ],
  [
    'keys of 3 MB',
    () => altered(keys, it => it.replace('keys:', `x: ${'x'.repeat(3_000_000)}\nkeys:`)),
    readers,
    noKeys,
  ],
  [
    'keys of another kind',
    () => altered(keys, it => it.replace('kind: signing_keys', 'kind: guide')),
    readers,
    noKeys,
  ],
  [
    'a key whose id is that of another',
    () => altered(keys, it => it.replace(/key_id: [0-9a-f]{16}/, `key_id: ${'0'.repeat(16)}`)),
    readers,
    unbelieved,
  ],
  [
    'a log of a billion entries',
    () => altered(log(checkpointFile), it => it.replace(/\n\d+\n/, '\n1000000000\n')),
    readers,
    /Its log says that it has 1000000000 entries, more than/,
  ],
  [
    'a log of 1e300 entries',
    () => altered(log(checkpointFile), it => it.replace(/\n\d+\n/, `\n1${'0'.repeat(300)}\n`)),
    readers,
    /Its log/,
  ],
  [
    'a log without a signature',
    () => altered(log(checkpointFile), it => it.split('\n\n')[0]!),
    readers,
    /Its log, checkpoint/,
  ],
  [
    'a log with control characters',
    () => altered(log(checkpointFile), it => `\u001b[2J${it}`),
    readers,
    /Its log/,
  ],
  [
    'no log',
    () =>
      signed(undefined, {
        alter: pages => {
          for (const page of pages.filter(log(checkpointFile))) page.path = '/log/none';
        },
      }),
    readers,
    /Its log, checkpoint: The checkpoint is missing/,
  ],
  [
    'a log that is cut off',
    () => teamTree({ teams: { pair: filesOf('pair') } }).dist,
    readers,
    /does not continue the one .* The log has 1 entries, and had 2/,
  ],
  [
    'a log that forks',
    () => teamTree({ teams: { other: filesOf('other'), pair: filesOf('pair'), more: filesOf('more') } }).dist,
    readers,
    /a fork/,
  ],
  [
    'a replaced catalog under its own name',
    () => teamTree({ ring: testRing(3), baseUrl: 'http://evil.test' }).dist,
    readers,
    /is signed by the key [0-9a-f]{16}, and this project trusts [0-9a-f]{16} for http:\/\/127/,
  ],
  [
    'another key under the known name',
    () => teamTree({ ring: testRing(3) }).dist,
    readers,
    /is signed by the key [0-9a-f]{16}, and this project trusts [0-9a-f]{16} for http:\/\/catalog\.test/,
  ],
  [
    'another name with the known key',
    () => teamTree({ baseUrl: 'http://renamed.test' }).dist,
    readers,
    /calls itself http:\/\/renamed\.test, and this project knows it as http:\/\/catalog\.test/,
  ],
  [
    'other bytes of a version',
    () => altered(version, () => '---\nkind: starter\n---\n\nOther.\n'),
    provers,
    otherDigest,
  ],
  ['a version with a NUL', () => altered(version, it => `${it}\u0000`), provers, otherDigest],
  ['no receipt', () => altered(isReceipt, () => 'None.\n'), provers, noReceipt],
  [
    'a receipt of the wrong kind',
    () => altered(isReceipt, it => it.replace(/^key_id: .*$/m, 'key: none')),
    provers,
    noReceipt,
  ],
  [
    'a receipt with another signature',
    () => altered(isReceipt, it => it.replace(/^signature: .{6}/m, 'signature: AAAAAA')),
    provers,
    unbelieved,
  ],
  [
    'a receipt of another place in the log',
    () => altered(isReceipt, it => it.replace(/^log_index: \d+/m, 'log_index: 999999999')),
    provers,
    unbelieved,
  ],
  [
    'a receipt with a number beyond all numbers',
    () => altered(isReceipt, it => it.replace(/^log_size: \d+/m, `log_size: ${'9'.repeat(400)}`)),
    provers,
    noReceipt,
  ],
  [
    'an export of the wrong kind',
    () =>
      altered(at('/exports/claude-code/pair/1.1.0.md'), it => it.replace(/^target: .*$/m, 'target: none')),
    installers,
    /kind export: `target`/,
  ],
  [
    'an export nested 500 deep',
    () =>
      altered(at('/exports/claude-code/pair/1.1.0.md'), it =>
        it.replace('files:', `x: ${'['.repeat(500)}${']'.repeat(500)}\nfiles:`),
      ),
    installers,
    /has no export|is not a document/,
    { code: 'any' },
  ],
  [
    'an export with 400 KB of front matter',
    () =>
      altered(at('/exports/claude-code/pair/1.1.0.md'), it =>
        it.replace('files:', `x: "${'x'.repeat(400_000)}"\nfiles:`),
      ),
    installers,
    /has no export|is not a document/,
    { code: 'any' },
  ],
  [
    'an export with control characters in a loss',
    () =>
      altered(at('/exports/claude-code/pair/1.1.0.md'), it =>
        it.replace('Nothing counts it.', '"\\e[2JNothing."'),
      ),
    installers,
    /kind export: `losses/,
  ],
  [
    'an export that turns text around',
    () =>
      altered(at('/exports/claude-code/pair/1.1.0.md'), it =>
        it.replace('Nothing counts it.', '"Nothing \\u202e it."'),
      ),
    installers,
    /kind export: `losses/,
  ],
  [
    'an export without files',
    () => altered(at('/exports/claude-code/pair/1.1.0.md'), it => it.slice(0, it.indexOf('\n## '))),
    installers,
    /lists the file .* and does not hold it/,
  ],
];

/** A fence that nobody closes, so many times that a slow reader would be found out. */
const manyFences = (): string =>
  altered(
    at('/exports/claude-code/pair/1.1.0.md'),
    it => `${it}\n${'`````\n'.repeat(3)}${'## `x`\n\n````\n'.repeat(100_000)}`,
  );

const title = (text: string) =>
  signed(agentFile('pair-lead', 'Better.'), {
    alter: pages => {
      for (const page of pages.filter(({ kind }) => kind === 'export'))
        page.bytes = Buffer.from(
          Buffer.from(page.bytes)
            .toString()
            .replace(/^title: .*$/m, `title: ${text}`),
        );
    },
  });

const harmlessRows: Row[] = [
  ['a title with control characters', () => title('"\\e[2J\\e]0;x\\a"'), [], /./],
  ['an export with 100,000 open fences', manyFences, [], /./],
];

export const signedAttacks: readonly Attack[] = [
  ...[...trustRows, ...harmlessRows, ...searchRows].map(([name, dist, touches, refused, more]) => ({
    name: `the signer: ${name}`,
    dist,
    touches,
    refused,
    ...more,
  })),
  ...exportRows.map(({ name, ...row }) => ({ ...row, name: `an export: ${name}` })),
];
