/**
 * A catalog changed by somebody who has its publication key, and by a mirror that has no key: `npm run verify` finds each change and
 * names the page. What nobody can find is listed with the reason.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { silent } from '../../scripts/support/progress.ts';
import { faultCount, writeVerification } from '../../scripts/support/verification.ts';
import type { Pins } from '../../scripts/verify/check/check.ts';
import { readContent } from '../../scripts/verify/derive/sources.ts';
import { verify } from '../../scripts/verify/verify.ts';
import { testRing } from '../keys.ts';
import { exampleContent, exampleCopy } from '../support/folder.ts';
import { keyTamperings } from '../support/key-tampering.ts';
import { mirrorTamperings } from '../support/mirror-tampering.ts';
import { program } from '../support/program.ts';
import { randomFrom, shuffled } from '../support/random.ts';
import { serve } from '../support/server.ts';
import { buildInto, readingDist } from '../support/shared.ts';
import { TamperedTree } from '../support/tampered.ts';
import type { Campaign } from './campaign.ts';

/** Changes that the tree alone cannot show, each with the reason. Whoever has the content finds them. */
const authored = [
  {
    name: 'an editor with the key writes another text, and builds everything again from it',
    reason:
      'the tree of an honest publisher who wrote this would be the same; only the content tells them apart',
    change: (content: string) => edit(join(content, 'patterns/tool-loop.md'), 'sequential work', 'all work'),
    expected: /tool-loop\.md: Line \d+ is .*all work.*the sources give .*sequential work/,
  },
];

function edit(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${from} is not in ${file}.`);
  writeFileSync(file, text.replace(from, to));
}

/** The message of the verifier on a change, and whether it names that change. */
interface Outcome {
  name: string;
  isFound: boolean;
  said: string;
}

async function look(name: string, target: string, expected: RegExp, pins: Pins = {}): Promise<Outcome> {
  const report = await verify(target, pins, silent);
  const said = writeVerification(report);
  const isRefused = faultCount(report) > 0 || report.underived !== undefined;
  return { name, isFound: isRefused && expected.test(said), said };
}

/** Starts the mirror, with a port for each change. */
async function startMirror(upstream: string, names: readonly string[]) {
  const child = spawn(process.execPath, [await program('test/support/mirror.ts'), upstream, ...names], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, ports: JSON.parse(line.toString()) as Record<string, number> };
}

export const campaign: Campaign = {
  description: 'a tree changed by its key and by a mirror without one: the verifier names what was changed',
  // Half of them are made with the key.
  rounds: 40,
  async run({ seed, rounds, say }) {
    const random = randomFrom(seed);
    const dist = readingDist();
    const few = <Item>(items: readonly Item[]) =>
      rounds >= 40 ? items : shuffled(items, random).slice(0, Math.ceil(rounds / 2));
    const missed: string[] = [];
    const counts = { changes: 0, found: 0, notByTheTree: 0, byContent: 0 };
    const take = ({ name, isFound, said }: Outcome) => {
      counts.changes += 1;
      counts.found += Number(isFound);
      if (!isFound) missed.push(`Not found: ${name}\n${said}`);
      say(`${isFound ? '' : 'not '}found: ${name}`);
    };
    // Otherwise nothing would show that a change is what is found.
    if (!(await look('nothing', dist, /^/)).said.includes(' verified ('))
      throw new Error('Unchanged, and not verified.');
    for (const { name, change, expected } of few(keyTamperings)) {
      const tree = new TamperedTree(dist);
      change(tree);
      take(await look(name, tree.write(testRing()), expected));
    }
    for (const { name, reason, change, expected } of few(authored)) {
      const content = exampleCopy();
      change(content);
      const { isFound, said } = await look(name, await built(content), expected);
      if (isFound) throw new Error(`Found after all, so the reason is wrong: ${name}\n${said}`);
      counts.changes += 1;
      counts.notByTheTree += 1;
      say(`not found by the tree alone: ${name}: ${reason}`);
      const pins = { content: readContent(exampleContent) };
      const { isFound: isByContent, said: told } = await look(name, await built(content), expected, pins);
      if (!isByContent) throw new Error(`Not found with the content: ${name}\n${told}`);
      counts.byContent += 1;
    }
    const server = await serve({ distDir: dist });
    const chosen = few(mirrorTamperings);
    const { child, ports } = await startMirror(
      server.address,
      chosen.map(({ name }) => name),
    );
    try {
      const whole = await look('a mirror that changes nothing', server.address, /^/);
      if (!whole.said.includes(' verified (')) throw new Error(`Unchanged, and not verified.\n${whole.said}`);
      for (const { name, expected } of chosen)
        take(await look(name, `http://127.0.0.1:${ports[name]}`, expected));
    } finally {
      child.stdin.end();
      await server.stop();
    }
    if (missed.length > 0) throw new Error(missed.join('\n'));
    return counts;
  },
};

const built = (content: string): Promise<string> => buildInto(content, undefined, { reading: true });
