/** Each command that the pages name: it runs in a fresh copy, another test runs it, or it needs more than Node.js and npm. */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import type { FreshCopy, Shown } from './fresh-copy.ts';

/** A command that runs in a fresh copy. They run in the order of the table, each in the state that the former ones left. */
export interface Run {
  /** As the pages have it. */
  command: string;
  /** A pattern that its output must match. */
  shows: RegExp;
  /** The words to type where the page has words in capitals, alternatives or an ellipsis. */
  typed?: string | ((copy: FreshCopy) => string);
  before?: (copy: FreshCopy) => unknown;
  after?: (copy: FreshCopy, shown: Shown) => unknown;
  /** Set for one that goes on until it is stopped. */
  serves?: true;
  /** Set for one that the suite has time for too. */
  quick?: true;
}

const operator = 'npm run --silent operator --';

const run = (command: string, shows: RegExp, more: Omit<Run, 'command' | 'shows'> = {}): Run => ({
  command,
  shows,
  ...more,
});

/** Registers the formation of the guide with the credential that was issued, and keeps its digest. */
async function register(copy: FreshCopy): Promise<void> {
  const [, body] = /<<'END'\n([\s\S]*?)\nEND\n/.exec(copy.read('content/guides/tenant-quick-start.md'))!;
  const answer = await fetch(`${copy.address}/v1/tenants/acme/formations`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${copy.kept.get('token')}`,
      'Idempotency-Key': 'one',
      'Content-Type': 'text/markdown',
    },
    body: `${body}\n`,
  });
  copy.kept.set('digest', /^digest: (.*)$/m.exec(await answer.text())![1]!);
}

const fill = (copy: FreshCopy, name: string) =>
  copy.write(
    name,
    copy
      .read(name)
      .replaceAll('TODO', 'Words')
      .replaceAll(/\btodo\b/g, 'worker'),
  );

/** While a server runs. */
const served: readonly Run[] = [
  run('npm ci --omit=dev && npm start', /serving/, { typed: 'npm start', serves: true }),
  run(
    'npx agent-topology add claim-check --to claude-code --from http://localhost:8080',
    /^Next: commit the files/m,
  ),
  run(`${operator} tenant create acme`, /^tenant: acme$/m),
  run(
    `${operator} credential issue --tenant acme --scopes artifacts:read,formations:write --invited`,
    /^token: /m,
    { after: (copy, { text }) => copy.kept.set('token', /^token: "?([^"\n]+)/m.exec(text)![1]!) },
  ),
  run(
    `${operator} tenant limits acme --set private_candidates=500 --set storage_bytes=500000000`,
    /private_candidates: 500/,
  ),
  run(
    `${operator} artifact set-status DIGEST --tenant acme --status revoked --reason unsafe`,
    /^status: revoked$/m,
    {
      before: register,
      typed: copy =>
        `${operator} artifact set-status ${copy.kept.get('digest')} --tenant acme --status revoked --reason unsafe`,
    },
  ),
  run(`${operator} tickets caps --set visitor_per_hour=20`, /visitor_per_hour: 20/),
  run(`${operator} tickets rotate-key`, /key/),
  run(`${operator} reporting summary --by holder`, /---/),
  run(`${operator} reporting discard --network ID --since 2026-11-21`, /discarded: 0/, {
    typed: `${operator} reporting discard --network none --since 2026-11-21`,
  }),
  run(`${operator} backup catalog-2026-11-22.sqlite`, /It holds secret keys/),
  run(`${operator} doctor`, /---/),
  run(`${operator} stats`, /---/),
  run(`${operator} prune --older-than 90`, /---/),
  run(`${operator} …`, /Commands:/, { typed: `${operator} --help` }),
  run('node code/catalog.mjs operator …', /Commands:/, { typed: `${operator} --help` }),
  run('npx agent-topology …', /add/, { typed: 'npx agent-topology --help', quick: true }),
  run('npm run verify -- FOLDER_OR_URL', /no faults|ok|well/, {
    typed: copy => `npm run verify -- ${copy.address}`,
  }),
  run('npm run verify -- URL --checkpoint FILE', /no faults|ok|well/, {
    before: async copy =>
      copy.write('checkpoint', await (await fetch(`${copy.address}/log/checkpoint`)).text()),
    typed: copy => `npm run verify -- ${copy.address} --checkpoint checkpoint`,
  }),
];

/** Without a server. */
const built: readonly Run[] = [
  run(`${operator} backup /backups/catalog-2026-11-22.sqlite`, /It holds secret keys/, {
    before: async copy => {
      await copy.stop();
      mkdirSync(copy.path('backups'));
    },
    typed: copy => `${operator} backup ${copy.path('backups/catalog-2026-11-22.sqlite')}`,
  }),
  run(`${operator} restore /backups/catalog-2026-11-22.sqlite`, /---/, {
    before: copy => renameSync(copy.path('data'), copy.path('data-lost')),
    typed: copy => `${operator} restore ${copy.path('backups/catalog-2026-11-22.sqlite')}`,
  }),
  run('PROFILE=static npm run build', /pages/),
  run('npm run build', /pages/),
  run(`${operator} signing-key rotate --purpose tenant`, /key/),
  run('npm run build -- --fix', /pages/),
  run('npm run --silent build -- --json', /"messages"|\[/),
  run('npm run build -- --new-log', /pages/, {
    before: copy => rmSync(copy.path('data/log'), { recursive: true }),
  }),
  run('NODE_OPTIONS=--max-old-space-size=12000 npm run build', /pages/),
  run('npm run verify -- dist', /no faults|ok|well/),
  run('npm run serve', /serving/, { serves: true }),
  run('NEW_LOG=1 npm start', /serving/, { serves: true }),
  run('npm run check-content', /no fault/),
  run('npm run preview', /Preview of .* at http/, { serves: true, after: copy => copy.stop() }),
];

/** The commands of editors, and of those who change the code. */
const edited: readonly Run[] = [
  run('npm run new', /npm run new -- pattern SLUG/),
  run('npm run new -- KIND NAME', /Wrote content\/starters\/new-team\/1\.0\.0\.md\. Fill in:/, {
    typed: 'npm run new -- starter new-team',
    after: copy => fill(copy, 'content/starters/new-team/1.0.0.md'),
  }),
  run(
    'npm run publish-version -- content/starters/NAME/1.0.0.md',
    /^published \/starters\/new-team\/1\.0\.0\.md/m,
    { typed: 'npm run publish-version -- content/starters/new-team/1.0.0.md' },
  ),
  run('npm run new -- pattern NAME', /Wrote content\/patterns\/new-pattern\.md\. Fill in:/, {
    typed: 'npm run new -- pattern new-pattern',
    after: copy => rmSync(copy.path('content/patterns/new-pattern.md')),
  }),
  run('npm run rename -- OLD NEW', /Renamed `tournament` to `knock-out`/, {
    typed: 'npm run rename -- tournament knock-out',
  }),
  run('npx tsx scripts/summary.ts BEFORE AFTER', /What this changes/, {
    typed: 'npx tsx scripts/summary.ts dist dist',
  }),
  run('npm run check-links', /addresses\. Add --fetch to try them/),
  run('npx tsx scripts/recompute.ts NAME [--source CHECKOUT [--write]]', /everything agrees/, {
    typed: 'npx tsx scripts/recompute.ts tot-game24',
  }),
  run('npm run campaign -- NAME', /mistakes: seed 1, 2 rounds, passed/, {
    typed: 'npm run campaign -- mistakes --rounds 2',
  }),
  run('npm run check', /Checked \d+ files/),
  run('npm run format', /Checked \d+ files/),
  run('npm run package', /agent-topology-catalog-\d+\.\d+\.\d+\.tgz/, {
    after: (copy, { text }) =>
      copy.kept.set('packed', /agent-topology-catalog-\d+\.\d+\.\d+\.tgz/.exec(text)![0]),
  }),
  run('npx ./agent-topology-catalog-VERSION.tgz start', /serving/, {
    typed: copy => `npx --yes ./${copy.kept.get('packed')} start`,
    serves: true,
  }),
  run('npm run withdraw -- repair-crew@1.0.0 --status revoked --reason unsafe', /Published \d+ pages/, {
    before: copy => copy.stop(),
  }),
  run(
    'npm run withdraw -- /formations/catalog/repair-crew/2.0.0.md --status superseded --by /formations/catalog/repair-crew/2.1.0.md',
    /is superseded since/,
  ),
];

export const runs: readonly Run[] = [...served, ...built, ...edited];

/** Commands that are another row with other words, or its beginning. */
export const same: Readonly<Record<string, string>> = {
  'npm start': 'npm ci --omit=dev && npm start',
  'npm ci && npm start': 'npm ci --omit=dev && npm start',
  'npm run verify': 'npm run verify -- dist',
  'npm run verify -- TARGET': 'npm run verify -- FOLDER_OR_URL',
  'npm run publish-version': 'npm run publish-version -- content/starters/NAME/1.0.0.md',
  'npm run publish-version -- FILE': 'npm run publish-version -- content/starters/NAME/1.0.0.md',
  'npm run publish-version -- FILE…': 'npm run publish-version -- content/starters/NAME/1.0.0.md',
  'npm run withdraw -- VERSION --status revoked --reason CODE':
    'npm run withdraw -- repair-crew@1.0.0 --status revoked --reason unsafe',
  [`${operator} signing-key rotate --purpose publication|tenant|log`]: `${operator} signing-key rotate --purpose tenant`,
};

/** Pages whose blocks of commands another test runs as they are, from top to bottom. */
export const wholePages: Readonly<Record<string, string>> = {
  'content/guides/tenant-quick-start.md': 'test/server/tenant/quick-start.test.ts',
  'content/guides/tenant-evaluation.md': 'test/server/tenant/quick-start.test.ts',
  'content/guides/tenant-command.md': 'test/server/tenant/quick-start.test.ts',
  'content/guides/tenant-import.md': 'test/server/tenant/quick-start.test.ts',
  'content/guides/team-command.md': 'test/server/tenant/quick-start.test.ts',
  'content/guides/first-evaluation.md': 'test/server/tenant/quick-start.test.ts',
};

/** Commands that do not run in a fresh copy, by the reason. */
export const aside: Readonly<Record<string, readonly RegExp[]>> = {
  'it installs packages, for which the copy has those of this tree': [/^npm ci(?: --omit=dev)?$/],
  'it is the suite itself': [
    /^npm ci && npm test$/,
    /^npm test$/,
    /scripts\/test\.ts/,
    /^node --import tsx test\//,
  ],
  'it measures or goes on for minutes; test/campaign-data.test.ts runs a slice of kills': [
    /^npm run bench\b/,
    /npm run campaign -- (?:agreement|commands|kills|large|ranking|reading|rows|runtimes|statistics)/,
  ],
  'it names a site, a clone or a file that only a reader has': [
    /https:\/\/catalog\.example\.org/,
    /CLONE_ADDRESS/,
    /^curl -sSf URL\b/,
    /^npx tsx scripts\/recompute\.ts SLUG --source CHECKOUT/,
  ],
  'it needs curl; the addresses of those of the README are asked below': [/^curl /],
  'it needs openssl; test/scripts/verify/ and test/server/tenant/quick-start.test.ts run it where there is one':
    [/^openssl /],
  'it needs Python; test/scripts/verify/decision/ and test/scripts/edit/comparison/ run it where there is one':
    [/^python3 /],
  'it needs Docker or Kubernetes; npm run campaign -- image and test/scripts/deploy/ look at them': [
    /^docker /,
    /^kubectl /,
  ],
  'it needs an agent, an editor or a model of a vendor': [
    /^claude /,
    /^code --add-mcp/,
    /--agent claude/,
    /^npx @modelcontextprotocol\/inspector /,
  ],
  'it needs an evaluation, a decision or a trace: test/server/tenant/, test/scripts/runner/conformance/': [
    /^npm run first-evaluation$/,
    /^npm run verify -- decision /,
    /^npx tsx scripts\/conformance\.ts TRACE/,
    / operator -- plan approve DIGEST/,
  ],
  'it is of the packed commands, which test/scripts/agent-topology/team/packed.test.ts and test/scripts/package.test.ts install':
    [/^agent-topology(?:-catalog)? /],
  'it needs a service that packed the command, which test/server/http/command-package.test.ts starts': [
    /^npx --yes \S+\/agent-topology\.tgz /,
  ],
};
