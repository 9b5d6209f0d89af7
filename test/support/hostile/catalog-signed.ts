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

/** Attacks by changes of one page that the catalog then signs. */
const edited = (
  page: (draft: Draft) => boolean,
  touches: Attack['touches'],
  refused: RegExp,
  edits: readonly (readonly [name: string, edit: (text: string) => string, refused?: RegExp])[],
  more: Partial<Attack> = {},
): Row[] =>
  edits.map(([name, edit, own = refused]): Row => [name, () => altered(page, edit), touches, own, more]);

const before = (word: string, lines: string) => (text: string) => text.replace(word, `${lines}\n${word}`);
const deep = `${'['.repeat(500)}${']'.repeat(500)}`;
const exported = at('/exports/claude-code/pair/1.1.0.md');

const trustRows: Row[] = [
  ...edited(keys, readers, noKeys, [
    ['keys nested 500 deep', before('keys:', `more: ${deep}`)],
    [
      'keys with an anchor and 100 aliases',
      before('keys:', `a: &a [1]\nb: [${Array(100).fill('*a').join(', ')}]`),
    ],
    ['keys twice', before('keys:', 'keys: []')],
    ['keys with a tag', before('keys:', 'x: !!js/function "a"')],
    ['keys of 3 MB', before('keys:', `x: ${'x'.repeat(3_000_000)}`)],
    ['keys of another kind', it => it.replace('kind: signing_keys', 'kind: guide')],
    [
      'a key whose id is that of another',
      it => it.replace(/key_id: [0-9a-f]{16}/, `key_id: ${'0'.repeat(16)}`),
      unbelieved,
    ],
  ]),
  ...edited(log(checkpointFile), readers, /Its log/, [
    [
      'a log of a billion entries',
      it => it.replace(/\n\d+\n/, '\n1000000000\n'),
      /Its log says that it has 1000000000 entries, more than/,
    ],
    ['a log of 1e300 entries', it => it.replace(/\n\d+\n/, `\n1${'0'.repeat(300)}\n`)],
    ['a log without a signature', it => it.split('\n\n')[0]!, /Its log, checkpoint/],
    ['a log with control characters', it => `\u001b[2J${it}`],
  ]),
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
    /does not continue the one .* The log has 1 entries, but it had 2/,
  ],
  [
    'a log that forks',
    () => teamTree({ teams: { other: filesOf('other'), pair: filesOf('pair'), more: filesOf('more') } }).dist,
    readers,
    /the log forked/,
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
  ...edited(version, provers, otherDigest, [
    ['other bytes of a version', () => '---\nkind: starter\n---\n\nOther.\n'],
    ['a version with a NUL', it => `${it}\u0000`],
  ]),
  ...edited(isReceipt, provers, noReceipt, [
    ['no receipt', () => 'None.\n'],
    ['a receipt of the wrong kind', it => it.replace(/^key_id: .*$/m, 'key: none')],
    [
      'a receipt with another signature',
      it => it.replace(/^signature: .{6}/m, 'signature: AAAAAA'),
      unbelieved,
    ],
    [
      'a receipt of another place in the log',
      it => it.replace(/^log_index: \d+/m, 'log_index: 999999999'),
      unbelieved,
    ],
    [
      'a receipt with a number beyond all numbers',
      it => it.replace(/^log_size: \d+/m, `log_size: ${'9'.repeat(400)}`),
    ],
  ]),
  ...edited(exported, installers, /kind export: `losses/, [
    [
      'an export of the wrong kind',
      it => it.replace(/^target: .*$/m, 'target: none'),
      /kind export: `target`/,
    ],
    [
      'an export with control characters in a loss',
      it => it.replace('Nothing counts it.', '"\\e[2JNothing."'),
    ],
    ['an export that turns text around', it => it.replace('Nothing counts it.', '"Nothing \\u202e it."')],
    [
      'an export without files',
      it => it.slice(0, it.indexOf('\n## ')),
      /lists the file .*, but does not have it/,
    ],
  ]),
  ...edited(
    exported,
    installers,
    /has no export|is not a document/,
    [
      ['an export nested 500 deep', before('files:', `x: ${deep}`)],
      ['an export with 400 KB of front matter', before('files:', `x: "${'x'.repeat(400_000)}"`)],
    ],
    { code: 'any' },
  ),
];

/** A fence that nobody closes, so many times that a slow reader would be found out. */
const manyFences = (): string =>
  altered(exported, it => `${it}\n${'`````\n'.repeat(3)}${'## `x`\n\n````\n'.repeat(100_000)}`);

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
