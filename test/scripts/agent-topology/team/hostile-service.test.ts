/** Every command that reads from a service, against services that mean harm: a slice of the campaign `hostile`, in this process. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { faceOne } from '../../../support/hostile/service.ts';
import { commands } from '../../../support/hostile/service-attack.ts';
import { type Recording, recordService } from '../../../support/hostile/service-recording.ts';
import { attacks, HostileService } from '../../../support/hostile/service-server.ts';

const ends: (() => unknown)[] = [];
let recording: Recording;
let service: HostileService;
before(async () => {
  recording = await recordService({ after: end => ends.push(end) });
  service = await HostileService.start(recording);
});
after(async () => {
  await service.stop();
  for (const end of ends.reverse()) await end();
});

describe('a service that means harm', () => {
  test('is honest for once, and every command does what it is for', async () => {
    service.use(undefined);
    for (const command of commands)
      await faceOne(undefined, command, { recording, address: service.addresses[command]! });
  });

  // Each attack meets one of the commands that must refuse it; the campaign has them meet all.
  for (const [at, attack] of attacks.filter(({ isSlow }) => !isSlow).entries())
    test(`is refused with ${attack.name}`, async () => {
      service.use(attack);
      const touched = attack.touches.length > 0 ? attack.touches : commands;
      const command = touched[at % touched.length]!;
      await faceOne(attack, command, { recording, address: service.addresses[command]! });
      assert.deepEqual(service.strays, []);
    });
});
