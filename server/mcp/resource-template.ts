/** The addresses of all public pages as URI templates, and what completes the variables in them. */
import type { ResourceTemplateType } from '@modelcontextprotocol/server';
import { oncePer } from '#build/text/once-per.ts';
import type { Site } from '../catalog/site.ts';
import type { Completer } from './capability-provider.ts';
import type { McpContext } from './context.ts';

/** Families of pages by their addresses: what may be asked for first, then whatever else there is. */
const families: readonly (readonly [template: string, name: string, description: string])[] = [
  ['/patterns/{pattern}.md', 'pattern', 'One organisation pattern.'],
  ['/patterns/{pattern}/findings.md', 'pattern_findings', 'Research for and against one pattern.'],
  ['/domains/{domain}.md', 'domain', 'Patterns studied in one task domain.'],
  ['/domains/{domain}/findings.md', 'domain_findings', 'Research in one task domain.'],
  ['/tasks/{task_class}.md', 'task', 'What to begin with for one task class.'],
  ['/starters/{name}/{version}.md', 'starter', 'One complete team.'],
  ['/formations/{publisher}/{name}/{version}.md', 'formation', 'One published team.'],
  ['/exports/{target}/{name}/{version}.md', 'starter_export', 'A starter as files of a runtime.'],
  [
    '/exports/{target}/{publisher}/{name}/{version}.md',
    'formation_export',
    'A formation as files of a runtime.',
  ],
  ['/guides/{guide}.md', 'guide', 'How to choose and run an organisation.'],
  ['/research/{source}.md', 'research_record', 'One source with its findings.'],
  ['/docs/{subject}.md', 'contract', 'The rules of the service on one subject.'],
  ['/docs/schemas/{kind}/{version}.md', 'schema', 'The fields of one kind of document.'],
  ['/publishers/{publisher}.md', 'publisher', 'Who publishes formations.'],
  ['/artifacts/sha256/{digest}.md', 'artifact', 'The exact bytes of a starter or formation.'],
  ['/artifacts/sha256/{digest}/signature.md', 'signature', 'The signature of an artifact.'],
  ['/artifacts/sha256/{digest}/status.md', 'artifact_status', 'Whether an artifact is still in force.'],
  ['/{+path}', 'page', 'Any other page, such as llms.txt, patterns/index.md or trust/keys.md.'],
];

/** The values of the variables of a template for one page. */
type Values = Readonly<Record<string, string>>;

/** Each template of which the site has pages, with the values for each of them. */
const valuesOf = oncePer(({ pages }: Site): ReadonlyMap<string, Values[]> => {
  const paths = [...pages.keys()].filter(path => !path.includes('?'));
  const all = families.map(([template]) => {
    const address = addressOf(template);
    return [template, paths.flatMap(path => [...path.matchAll(address)].map(valuesIn))] as const;
  });
  return new Map(all.filter(([, values]) => values.length > 0));
});

const valuesIn = ({ groups = {} }: RegExpMatchArray): Values => groups;

/** The addresses that a template stands for. The index of a family is none of its members. */
function addressOf(template: string): RegExp {
  const parts = template.split(/\{(\+?)(\w+)\}/);
  const source = parts.map((part, at) => {
    if (at % 3 === 0) return part.replaceAll('.', '\\.');
    return at % 3 === 1 ? '' : `(?<${part}>${parts[at - 1] === '+' ? '.+' : '(?!index\\.md$)[^/]+'})`;
  });
  return new RegExp(`^${source.join('')}$`, 'g');
}

/** The templates of the families that a site has. */
export const templatesOf = oncePer((site: Site): ResourceTemplateType[] =>
  families
    .filter(([template]) => valuesOf(site).has(template))
    .map(([template, name, description]) => {
      const mimeType = template.endsWith('.md') ? { mimeType: 'text/markdown' } : {};
      return { uriTemplate: site.baseUrl + template, name, description, ...mimeType };
    }),
);

/** Completes a variable of a template: values that begin with what was typed, then those that hold it. */
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
