/** Verbs as programs of teams call them. */
import { verbs } from '../../build/verb/index.ts';
import { callVerb, type Place } from '../../build/verb/verb.ts';

/** What came as JSON; a test says what it expects of it. */
export type Json = ReturnType<typeof JSON.parse>;

/** Calls verbs in a folder. @param more what else a person allowed */
export const verbCaller =
  (folder: string, more: Partial<Place> = {}) =>
  async (name: string, input: unknown): Promise<Json> =>
    callVerb(verbs.find(each => each.name === name)!, input, {
      commands: {},
      shell: false,
      sites: [],
      ...more,
      folder,
    });
