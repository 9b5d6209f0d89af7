/** The addresses of all public pages as URI templates, and the values that complete their variables. */
import type { ResourceTemplateType } from '@modelcontextprotocol/server';
import { formOf } from '#document/message/door.ts';
import { type PublicDoor, publicDoors } from '#document/message/public.ts';
import { oncePer } from '#document/text/once-per.ts';
import type { Site } from '../site/site.ts';
import type { Completer } from './capability-provider.ts';
import type { McpContext } from './context.ts';

/** The families of pages by their addresses, with those that may be asked for first in front. */
const families: readonly Pick<PublicDoor, 'path' | 'resource' | 'summary'>[] = [
  ...publicDoors.filter(({ resource }) => resource !== undefined),
  {
    path: '/{+path}',
    resource: 'page',
    summary: 'Any other page, such as llms.txt, patterns/index.md or trust/keys.md.',
  },
];

/** The values that the variables of a template have for one page. */
type Values = Readonly<Record<string, string>>;

/** Returns the values of template variables for each page of the site, by the path template that the page fits. */
const valuesOf = oncePer(({ pages }: Site): ReadonlyMap<string, Values[]> => {
  const paths = pages.keys().filter(path => !path.includes('?'));
  const all = families.map(family => {
    const form = formOf(family);
    const values = paths.flatMap((path): Values[] => {
      const groups = form.exec(path)?.groups;
      return groups ? [groups] : [];
    });
    return [family.path, values] as const;
  });
  return new Map(all.filter(([, values]) => values.length > 0));
});

/** Returns the templates of the page families that a site has. */
export const templatesOf = oncePer((site: Site): ResourceTemplateType[] =>
  families
    .filter(({ path }) => valuesOf(site).has(path))
    .map(({ path, resource: name, summary: description }) => {
      const mimeType = path.endsWith('.md') ? { mimeType: 'text/markdown' } : {};
      return { uriTemplate: site.baseUrl + path, name: name!, description, ...mimeType };
    }),
);

/**
 * Makes the function that completes a variable of a template: first with values that begin with the typed text, then with
 * values that contain it.
 */
export function templateCompleter(context: McpContext): Completer {
  return ({ ref, argument, context: { arguments: others = {} } = {} }) => {
    const site = context.site();
    if (ref.type !== 'ref/resource' || !ref.uri.startsWith(site.baseUrl)) return undefined;
    const rows = valuesOf(site).get(ref.uri.slice(site.baseUrl.length));
    if (!rows) return undefined;
    const known = Object.entries(others).filter(([name]) => name !== argument.name);
    const fitting = rows.filter(row => known.every(([name, value]) => (row[name] ?? value) === value));
    const values = [...new Set(fitting.flatMap(row => row[argument.name] ?? []))];
    const typed = argument.value.toLowerCase();
    const begin = values.filter(value => value.startsWith(typed));
    return [...begin, ...values.filter(value => value.includes(typed) && !value.startsWith(typed))];
  };
}
