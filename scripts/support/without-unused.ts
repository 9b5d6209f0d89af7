/** Leaves out of bundles the parts of libraries that nothing here uses, which are nearly half of a server's code. */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

/** The empty module that takes the place of a module that is left out. */
const empty = { contents: '', loader: 'js' } as const;

export const withoutUnused: Plugin = {
  name: 'without-unused',
  setup({ onLoad }) {
    // Messages of zod in languages other than English.
    onLoad({ filter: /[\\/]zod[\\/].*[\\/]locales[\\/]index\.js$/ }, () => empty);
    // The maker of schemas from JSON Schemas; the opposite direction is used.
    onLoad({ filter: /[\\/]zod[\\/].*[\\/]from-json-schema\.js$/ }, () => ({
      ...empty,
      contents: 'export const fromJSONSchema = undefined;',
    }));
    // The writing of logs in threads.
    onLoad({ filter: /[\\/]pino[\\/]lib[\\/]transport\.js$/ }, () => empty);
    // The parsers of bodies that express offers, with tables of every encoding. The server reads bodies by itself.
    onLoad({ filter: /[\\/]node_modules[\\/]body-parser[\\/]index\.js$/ }, () => empty);
    // Of the list of crawlers the patterns and tags are used; the rest is examples.
    onLoad({ filter: /[\\/]crawler-user-agents\.json$/ }, ({ path }) => {
      const entries: { pattern: string; tags: string[] }[] = JSON.parse(readFileSync(path, 'utf8'));
      return {
        contents: JSON.stringify(entries.map(({ pattern, tags }) => ({ pattern, tags }))),
        loader: 'json',
      };
    });
  },
};
