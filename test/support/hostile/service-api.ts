/** Answers of somebody who knows the API: valid but for one value, by which a trusting client would write, run or believe something. */
import { generateKeyPairSync } from 'node:crypto';
import { keyIdOf } from '#document/proof/signature.ts';
import { type Attack, field, text } from './service-attack.ts';
import type { Recorded } from './service-recording.ts';

const claims = /^POST .*\/runner\/claims$/;
const runners = ['run'] as const;
const job = `ev-${'0b'.repeat(12)}`;
const digest = `sha256:${'0c'.repeat(32)}`;

type Row = [name: string, change: NonNullable<Attack['change']>];
const notValid = /is not a document of the kind/;
const each = (rows: readonly Row[], at: RegExp, touches: readonly string[], says: RegExp): Attack[] =>
  rows.map(([name, change]) => ({ name, at, change, touches, says }));

/** The texts that would become paths, arguments or names of files. */
const paths = [
  ...['../../../../victim', '/etc/passwd', '..\\\\..\\\\victim', 'a/../../b', '%2e%2e%2fvictim', '-rf'],
  ...['.', '$(id)', ''],
];

const assignments: Attack[] = [
  ...each(
    [
      ...paths.map((path): Row => [`an assignment named \`${path}\``, field('assignment', `"${path}"`)]),
      ['an assignment with a line end', field('assignment', `"${job}.1\\nx"`)],
      ['an assignment with a zero', field('assignment', `"${job}.1\\0"`)],
      ...paths.map((path): Row => [`a case named \`${path}\``, field('case', `"${path}"`)]),
      ['a case of the home folder', field('case', '../home/.ssh')],
      ['a case with a line end', field('case', '"case-1\\nx"')],
      ['a case of a thousand characters', field('case', 'a'.repeat(1000))],
      ['a case that is a list', field('case', '[case-1]')],
      ['a lock that is a path', field('lock', '../../victim')],
      ['a formation that is a path', field('formation', '../../victim')],
      ['a suite that is a path', field('suite', '../../victim')],
      ['a plan that is a path', field('plan', '../../victim')],
      ['a digest of another length', field('case_digest', 'sha256:0c')],
      ['a lease that moves the cursor', field('lease', '"\\e[2J"')],
      ['a fencing number of null', field('fence', 'null')],
      ['a repetition of 1e9', field('repetition', '1000000000')],
      ['a time that is none', field('expires_at', 'tomorrow')],
    ],
    claims,
    [...runners, 'import'],
    notValid,
  ),
  ...each(
    [
      ['a lease of another assignment', field('lease', `${job}.1.1`)],
      ['an assignment of another job', field('assignment', `${job}.1`)],
      ['two assignments for one', text(it => it.replace(/(assignments:\n)([\s\S]*?)(?=\n---)/, '$1$2\n$2'))],
    ],
    claims,
    runners,
    /do not belong together|runs where one was asked for/,
  ),
  ...each(
    [
      ['a case that the suite does not list', field('case', 'secrets')],
      ['another digest of the case', field('case_digest', digest)],
      ['another suite', field('suite', digest)],
    ],
    claims,
    runners,
    /which no --suite names|does not list|with another digest/,
  ),
];

const receipts = /^GET .*\/signature\.md$/;
const artifacts = /^GET .*\/artifacts\/sha256\/[0-9a-f]{64}\.md$/;
const signed = ['register', 'plan', 'watch', 'recommend', 'verify', 'export', 'pages'] as const;
const notProved = /is not proved|another digest|cannot be read|no valid/;

/** Keys of somebody else, under the ids and names of the service. */
function otherKeys(it: string): string {
  const raw = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  return it.replace(/public_key: .*/g, `public_key: ${raw.toString('base64')}`);
}
const ownKeys = (it: string): string => {
  const raw = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  return otherKeys(it)
    .replace(/public_key: .*/g, `public_key: ${raw.toString('base64')}`)
    .replace(/key_id: .*/g, `key_id: "${keyIdOf(raw)}"`);
};

const proofs: Attack[] = [
  ...each(
    [
      ['bytes of another digest', text(it => it.replace(/\.\n/, '!\n').concat(' '))],
      ['a title that was changed', field('title', 'Another')],
    ],
    artifacts,
    signed,
    notProved,
  ),
  ...each(
    [
      ['a receipt of another digest', field('digest', digest)],
      ['a receipt of another size', field('size_bytes', '7')],
      ['a receipt of a key that is not listed', field('key_id', '"0123456789abcdef"')],
      ['a signature of zeros', field('signature', `${'A'.repeat(86)}==`)],
    ],
    receipts,
    signed,
    /is not proved|is not a document|no valid|no signature receipt/,
  ),
  ...each(
    // The time of a signature is not signed: it shows where a decision is computed again.
    [['a receipt of the year 9999', field('signed_at', '9999-01-01T00:00:00Z')]],
    receipts,
    ['verify', 'pages'],
    /do(?:es)? not hold/,
  ),
  ...each(
    [
      ['keys of somebody else under the same ids', text(otherKeys)],
      ['keys of somebody else', text(ownKeys)],
      ['no keys', text(it => it.replace(/^keys:[\s\S]*?\n(?=---|\w)/m, 'keys: []\n'))],
      ['keys that are revoked', text(it => it.replaceAll('state: active', 'state: revoked'))],
    ],
    /^GET \/trust\/keys\.md$/,
    signed,
    /does not list the key|is not proved|lists no keys|is not a document|is revoked|is not listed/,
  ),
];

const casesPage = /^GET .*\/cases\.md/;
const tables = each(
  [
    [
      'a next page that is a path',
      text(it => it.replace(/^---\n/, '---\nnext_after: /../../../victim/.claude/CLAUDE\n')),
    ],
    ['a next page that is the same', text(it => it.replace(/^---\n/, '---\nnext_after: 0\n'))],
    [
      'pages without end',
      (it: Recorded) => text(page => page.replace(/^---\n/, '---\nnext_after: 1999\n'))(it),
    ],
    ['a billion runs of a case', text(it => it.replace(/runs: \[\d+/, 'runs: [1000000000'))],
    ['fewer columns than locks', text(it => it.replace(/passes: \[(\d+), \d+/, 'passes: [$1'))],
    ['cases of another job', field('job', job)],
    ['cases of another plan', field('plan', digest)],
    ['a case twice', text(it => it.replace(/number: 2/, 'number: 1'))],
    ['a case named by a path', field('case', '../../victim')],
    ['more passes than runs', text(it => it.replace(/passes: \[\d+/, 'passes: [9'))],
  ],
  casesPage,
  ['verify', 'export', 'pages'],
  /is refused|404 no document/,
);

const answers: Attack[] = [
  ...each(
    [['another digest than was sent', field('digest', digest)]],
    /^POST .*workload-profiles$/,
    ['register'],
    /registered/,
  ),
  ...each(
    [['another plan than was sent', field('plan_digest', digest)]],
    /^POST .*evaluation-plans$/,
    ['plan'],
    /quotes/,
  ),
  ...each(
    [['a start of another plan', field('plan', digest)]],
    /^POST .*\/evaluations$/,
    ['start'],
    /started/,
  ),
  ...each(
    [['a job named by a path', field('job', '../../victim')]],
    /^(?:POST .*\/evaluations|GET .*\/ev-\w+\.md)$/,
    ['start', 'watch'],
    notValid,
  ),
  ...each(
    [['another job than was asked for', field('job', job)]],
    /^GET .*\/ev-\w+\.md$/,
    ['watch'],
    /is refused/,
  ),
  ...each(
    [['an event of another service', field('subject', '"\\e]52;c;ZXZpbA==\\a"')]],
    /^GET .*events\.md/,
    ['events'],
    notValid,
  ),
  ...each(
    [['a list without end', text(it => it.replace(/^---\n/, '---\nnext_after: 0\n'))]],
    /^GET .*index\.md/,
    ['import'],
    /do not end|is not a document/,
  ),
  ...each([['a lease that is to be cancelled', field('cancel_requested', 'true')]], /heartbeats$/, [], /./),
];

export const apiAttacks: readonly Attack[] = [...assignments, ...proofs, ...tables, ...answers];
