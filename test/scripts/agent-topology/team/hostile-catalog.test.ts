/** A command about teams against each answer of a catalog that means harm. All of them, and their memory, are the campaign `hostile`. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { faceOne, type Runner, victim } from '../../../support/hostile/catalog.ts';
import { installers } from '../../../support/hostile/catalog-attack.ts';
import { attacks, HostileCatalog } from '../../../support/hostile/catalog-server.ts';
import { teamCommand } from '../../../support/team-command.ts';

/** In this process: a tenth of the time that a process takes to start. */
const here: Runner = (_entry, words, environment) => teamCommand(words, environment);

describe('a catalog that means harm', () => {
  let catalog: HostileCatalog;
  let folder: string;
  before(async () => {
    catalog = await HostileCatalog.start();
    folder = await victim(catalog.address, here);
  });
  after(() => catalog.stop());

  test('is met with at least 60 answers', () => {
    assert.ok(attacks.length >= 60);
    assert.equal(new Set(attacks.map(({ name }) => name)).size, attacks.length);
  });

  const light = attacks.filter(({ isSlow, isHeavy }) => !isSlow && !isHeavy);
  for (const [at, attack] of light.entries())
    test(`is refused: ${attack.name}`, async () => {
      catalog.use(attack);
      // Each meets another command: all of them would take half a minute.
      const faced = attack.touches.length > 0 ? attack.touches : installers;
      const command = faced[at % faced.length]!;
      await faceOne(attack, command, { address: catalog.address, folder, run: here });
    });
});
