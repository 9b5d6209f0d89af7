/** The settings that operators change while servers run. Every process reads them several times a second. */
import { type Backend, insertRow, type Transaction, write } from './database/backend.ts';

export interface SettingStore {
  /** Returns every setting that differs from its default. */
  read(): Promise<ReadonlyMap<string, string>>;
  /** Sets values, either all or none. The value `undefined` returns a setting to its default. */
  write(changes: ReadonlyMap<string, string | undefined>): Promise<void>;
}

export function settingStore({ ask, transact }: Backend): SettingStore {
  return {
    read: async () => {
      const found = await ask<{ name: string; value: string }>('SELECT name, value FROM setting');
      return new Map(found.map(({ name, value }) => [name, value]));
    },
    write: changes =>
      transact(function* (): Transaction<void> {
        for (const [name, value] of changes) {
          yield* write('DELETE FROM setting WHERE name = $1', name);
          if (value !== undefined) yield* insertRow('setting', { name, value });
        }
      }),
  };
}
