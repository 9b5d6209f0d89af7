/**
 * The units of systemd, started by a real systemd in a Debian of its own that has nothing but Node.js and the package, with each version
 * of Node.js: the filters, users, folders and credentials that they set are in force while the build and the server run, and tickets,
 * trailers, digests, 304 and reports are as they must be. Needs root, debootstrap, systemd-nspawn, a Debian mirror and the npm registry.
 */
import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { makeDebian, nodeOf, run } from '../support/debian.ts';
import { temporaryFolder } from '../support/folder.ts';
import { packageInto, unpack } from '../support/package.ts';
import type { Campaign } from './campaign.ts';

const majors = ['20', '22', '24'];

/** The findings of `unit/check.mjs` inside the unit. */
interface Found {
  version: string;
  ready: string;
  page: number;
  process: Record<string, string>;
  reached: string[];
  restarts: string;
  build: string;
  answers: number;
}

/** A unit that looks at the others and ends the machine. */
const check = `[Unit]
Description=Check
[Service]
Type=oneshot
ExecStart=/usr/bin/node /check/campaign/unit/check.mjs
StandardOutput=file:/result/out
StandardError=file:/result/error
# Its own words belong to nobody.
ExecStopPost=/bin/sh -c 'systemctl poweroff --no-block >/dev/null 2>&1'
`;

/** Puts the units in place, as their comments say. */
function install(root: string): void {
  const units = join(root, 'etc/systemd/system');
  const wanted = join(units, 'multi-user.target.wants');
  mkdirSync(wanted, { recursive: true });
  for (const name of ['agent-topology', 'agent-topology-build'])
    cpSync(
      join(root, 'opt/agent-topology/scripts/deploy', `${name}.service`),
      join(units, `${name}.service`),
    );
  writeFileSync(join(units, 'check.service'), check);
  for (const name of ['agent-topology', 'check'])
    symlinkSync(`/etc/systemd/system/${name}.service`, join(wanted, `${name}.service`));
  writeFileSync(
    join(root, 'etc/agent-topology.env'),
    'BASE_URL=http://catalog.test\nREADING=0\nCONTENT_DIR=/check/fixture/catalog\n',
  );
}

/** Boots it with a version of Node.js. */
function boot(root: string, major: string): Found {
  const result = temporaryFolder();
  const words = [
    ...[
      '--quiet',
      '--register=no',
      '--keep-unit',
      '--private-network',
      '--volatile=no',
      `--directory=${root}`,
    ],
    ...[`--bind-ro=${realpathSync('test')}:/check`, `--bind-ro=${nodeOf(major)}:/usr/bin/node`],
    ...[`--bind=${result}:/result`, '--boot'],
  ];
  run('timeout', '300', 'systemd-nspawn', ...words);
  const error = existsSync(join(result, 'error')) ? readFileSync(join(result, 'error'), 'utf8') : '';
  assert.equal(error, '');
  return JSON.parse(readFileSync(join(result, 'out'), 'utf8')) as Found;
}

export const campaign: Campaign = {
  description: 'the units of systemd booted in a Debian of its own, with Node.js 20, 22 and 24',
  rounds: majors.length,
  async run({ rounds, say }) {
    assert.equal(process.getuid?.(), 0, 'only root can boot another root');
    const folder = temporaryFolder();
    const root = join(folder, 'debian');
    try {
      say('debootstrap');
      makeDebian(root, ['systemd', 'systemd-sysv', 'dbus']);
      unpack(packageInto(join(folder, 'package')), join(root, 'opt/agent-topology'));
      install(root);
      await build({
        entryPoints: ['test/support/passage.ts'],
        outfile: join(root, 'opt/passage.mjs'),
        bundle: true,
        platform: 'node',
        format: 'esm',
      });
      for (const major of majors.slice(0, rounds)) {
        say(`Node.js ${major}`);
        const found = boot(root, major);
        assert.match(found.version, new RegExp(`^v${major}\\.`));
        assert.match(found.ready, /^ready\n/);
        assert.deepEqual(
          [found.page, found.process.Seccomp, found.process.NoNewPrivs, found.restarts, found.build],
          [200, '2', '1', '0', 'success'],
          JSON.stringify(found),
        );
        assert.ok(found.answers > 5);
        assert.match(found.process.CapEff!, /^0+$/);
        assert.deepEqual(found.reached, [], 'the server reaches what only the build may');
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    return { boots: rounds };
  },
};
