/** A tenant whose storage is watched: what is stored, what is reserved, and its quota. */
import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import type { LimitName } from '#document/message/account.ts';
import type { Backend } from '../../server/store/database/backend.ts';
import { type DatabasePlace, openDatabase } from '../../server/store/database/database.ts';
import {
  type EvaluationSetting,
  message,
  type Registered,
  registerAll,
  serveEvaluations,
  T,
  tenantId,
} from './evaluation.ts';
import { recount } from './recount.ts';
import type { Answer } from './server.ts';
import { start, type TestDatabase } from './store.ts';
import { fields, get, post } from './tenant.ts';

interface Usage {
  storage_bytes: number;
  reserved_bytes: number;
  events: number;
}

/** Serves evaluations for the tests of a suite. The quota is lifted after each of them. */
export function storageScene(database: TestDatabase): StorageScene {
  const scene = new StorageScene();
  before(() => scene.open(database));
  after(() => scene.close());
  afterEach(() => scene.limit({ storage_bytes: undefined }));
  return scene;
}

class StorageScene {
  setting!: EvaluationSetting;
  known!: Registered;
  backend!: Backend;
  place!: DatabasePlace;
  readonly #ends: (() => Promise<void>)[] = [];

  async open(database: TestDatabase): Promise<void> {
    this.place = await database.place();
    this.setting = await serveEvaluations({ after: end => this.#ends.push(end) }, this.place);
    this.backend = await openDatabase(this.place, start);
    this.known = await registerAll(this.setting, { cases: 3 });
  }

  async close(): Promise<void> {
    await this.backend.close();
    for (const end of this.#ends) await end();
  }

  /** Sends as the tenant. */
  send(route: string, text: string, key?: string): Promise<Answer> {
    return post(this.setting.server, `${T}/${route}`, text, this.setting.tenant, key);
  }

  /** Sends as the runner. */
  run(route: string, text: string, key?: string): Promise<Answer> {
    return post(this.setting.server, `${T}/${route}`, text, this.setting.runner, key);
  }

  limit(changes: Partial<Record<LimitName, number | undefined>>): Promise<unknown> {
    const entries = Object.entries(changes) as [LimitName, number][];
    return this.setting.store.accounts.setLimits(tenantId, new Map(entries));
  }

  async usage(): Promise<Usage> {
    return fields(await get(this.setting.server, `${T}/account.md`, this.setting.tenant))
      .usage as unknown as Usage;
  }

  async held(): Promise<number> {
    const { storage_bytes, reserved_bytes } = await this.usage();
    return storage_bytes + reserved_bytes;
  }

  /** Checks that the count equals that of the rows. */
  async isExact(): Promise<void> {
    const [counted] = await this.backend.ask<{ stored: number }>(recount, tenantId);
    assert.equal((await this.usage()).storage_bytes, counted!.stored);
  }

  /** Whether an answer refuses for the quota. */
  isRefused(answer: Answer): void {
    assert.deepEqual([answer.status, fields(answer).code], [403, 'quota_exceeded'], answer.body.toString());
  }

  /** Quotes a plan and starts it. */
  async begin(plan: string, key?: string): Promise<Answer> {
    const quote = fields(await this.send('evaluation-plans', plan));
    return this.send('evaluations', message('evaluation_start', `plan: ${quote.plan_digest}`), key);
  }
}
