/** Settings that operators change while servers run. Every process reads them several times a second. */
import type { Backend } from './database/backend.ts';

export interface SettingStore {
  /** Every setting that differs from its default. */
  read(): Promise<ReadonlyMap<string, string>>;
  /** Sets values, all or none; `undefined` returns to the default. */
  write(changes: ReadonlyMap<string, string | undefined>): Promise<void>;
}

export function settingStore({ kysely }: Backend): SettingStore {
  return {
    read: async () => {
      const found = await kysely.selectFrom('setting').selectAll().execute();
      return new Map(found.map(({ name, value }) => [name, value]));
    },
    write: changes =>
      kysely.transaction().execute(async database => {
        for (const [name, value] of changes) {
          await database.deleteFrom('setting').where('name', '=', name).execute();
          if (value !== undefined) await database.insertInto('setting').values({ name, value }).execute();
        }
      }),
  };
}
