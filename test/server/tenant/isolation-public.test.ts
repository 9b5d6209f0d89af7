/** Doors that need no credential answer every tenant as they answer anyone, and nothing of a tenant is behind any of them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { methodOf } from '#document/message/door.ts';
import { publicDoors } from '#document/message/public.ts';
import { exampleOf, tenantRoutes } from '../../support/door.ts';
import { type EvaluationSetting, forSuite, serveEvaluations, tenantId } from '../../support/evaluation.ts';
import {
  assertTellsNothing,
  type Belongings,
  furnish,
  type Intruder,
  intrude,
  pathOf,
} from '../../support/isolation.ts';
import { type Answer, send } from '../../support/server.ts';
import { exampleDist, manifestIn } from '../../support/shared.ts';
import { onBothDatabases } from '../../support/store.ts';
import { bearer, type TestCredential } from '../../support/tenant.ts';

const site = { paths: manifestIn(exampleDist()).pages.map(({ path }) => path) };

onBothDatabases('isolation', database => {
  let setting: EvaluationSetting;
  let theirs: Belongings;
  let intruder: Intruder;
  forSuite(async context => {
    setting = await serveEvaluations(context, await database.place());
    theirs = await furnish(setting);
    intruder = await intrude(setting, 'other');
  });

  /** Asserts that a question is answered alike whoever asks it, and with nothing of a tenant. */
  async function assertAlike(
    ask: (by?: TestCredential) => Promise<Answer>,
    ...sent: string[]
  ): Promise<void> {
    const anyone = await ask();
    assert.ok([200, 307].includes(anyone.status), String(anyone.status));
    assertTellsNothing([...Object.values(theirs), setting.tenant.id], anyone, ...sent);
    for (const by of [setting.tenant, setting.runner, intruder.credential, intruder.runner])
      assert.deepEqual(shown(await ask(by)), shown(anyone));
  }

  const shown = ({ status, headers: { date: _, 'request-id': __, ...headers }, body }: Answer) => ({
    ...{ status, headers },
    body: body.toString('latin1'),
  });

  describe('of what needs no credential', () => {
    for (const door of publicDoors.filter(each => methodOf(each) === 'GET')) {
      const path = exampleOf(door, site);
      if (path === undefined) continue;
      test(`${door.path}: is answered alike whoever asks`, () =>
        assertAlike(by => send(setting.server, path, { headers: by ? bearer(by) : {} })));
    }

    for (const { path } of publicDoors.filter(({ type }) => type === 'rpc'))
      test(`${path}: leads to no route of tenants`, async () => {
        for (const route of tenantRoutes) {
          const wanted = pathOf(route, tenantId, theirs);
          const params = { name: 'fetch', arguments: { path: wanted, id: wanted } };
          const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
          const headers = {
            'Content-Type': 'application/json',
            Accept: 'application/json, text/event-stream',
          };
          const ask = (by?: TestCredential) =>
            send(setting.server, path, {
              method: 'POST',
              body,
              headers: { ...headers, ...(by && bearer(by)) },
            });
          await assertAlike(ask, wanted);
        }
      });
  });
});
