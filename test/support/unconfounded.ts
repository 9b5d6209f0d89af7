/** The rule for examples of guides and demonstrations: they compare teams that differ in the organisation alone. */
import assert from 'node:assert/strict';
import { type DatabasePlace, openDatabase } from '../../server/store/database/database.ts';
import { start } from './store.ts';

/** Holds all evidence in a database to it. */
export async function assertUnconfounded(place: DatabasePlace): Promise<void> {
  const backend = await openDatabase(place, start);
  try {
    const evidence = await backend.survey<{ content: string }>(
      `SELECT content FROM tenant_artifact WHERE kind = 'evidence_snapshot'`,
    );
    assertUnconfoundedIn(evidence.map(({ content }) => content));
  } finally {
    await backend.close();
  }
}

/** Holds evidence to it, of which there has to be some. @param texts documents */
export function assertUnconfoundedIn(texts: readonly string[]): void {
  const found = texts.flatMap(text => [...text.matchAll(/^ *confounded_by: ?(.*)$/gm)].map(([, by]) => by));
  assert.ok(found.length > 0);
  for (const by of found) assert.equal(by, '[]');
}
