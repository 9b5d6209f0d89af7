/**
 * `/compare.md`, the list of pairs, whose twin compares any two to four subjects in a browser; `/compare/A/B.md`, a page for each pair
 * that tasks name; and the cells of all subjects as JSON, in parts that do not grow with the catalog.
 */
import { index, pair as pairKind } from '#build/exchange/index.ts';
import type { Kind } from '#build/kind/kind.ts';
import { composedPage, filePage, type Page, type Setting } from '../compose/page.ts';
import { listPages } from '../compose/paging.ts';
import type { Catalog } from '../source/catalog.ts';
import { inTable, link, rowNames } from './cell.ts';
import { type Pair, pairPath, pairsOf } from './pairs.ts';
import { type Subject, subjectsOf } from './subject.ts';

export const comparePath = '/compare.md';

/** The most tokens of lines on a page of the list. */
const pageTokens = 2500;
/** So many subjects share a file. */
const subjectsPerFile = 48;

/** @param reading whether there are pages for people, which load the cells of what they compare */
export function comparePages(catalog: Catalog, setting: Setting, reading: boolean): Page[] {
  const pairs = pairsOf(catalog);
  return [
    ...listPage(pairs, setting),
    ...pairs.map(pair => pairPage(pair, setting)),
    ...(reading ? dataPages([...subjectsOf(catalog).values()]) : []),
  ];
}

/** The addresses of pairs in the other order, each with that of its page. */
export const reversedPairs = (catalog: Catalog): [from: string, to: string][] =>
  pairsOf(catalog).map(({ of: [a, b] }) => [pairPath(b, a), pairPath(a, b)]);

function listPage(pairs: readonly Pair[], setting: Setting): Page[] {
  const intro = [
    'Two patterns, teams or tasks side by side: what each is for, its roles, cost, risks, evidence and losses. Here are the pairs that',
    'tasks name or findings are about together, each at `/compare/A/B.md`. For any other pair read both pages. In a browser, `/compare.html?of=A&of=B`',
    'puts two to four of any of them side by side.',
  ].join('\n');
  const lines = pairs.map(pair => {
    const [a, b] = pair.of;
    return `- [${a.key} and ${b.key}](${pairPath(a, b)}): ${groundOf(pair)}`;
  });
  return listPages({
    kind: index as unknown as Kind,
    path: comparePath,
    title: 'Compare',
    description:
      'Patterns, teams and tasks side by side: the pairs that tasks name, and how to compare others.',
    fields: { lists: 'pair', total: pairs.length },
    intro,
    parts: [{ before: '## Pairs', lines }],
    ...(pairs.length === 0 && { end: 'No task names two of them.' }),
    tokens: pageTokens,
    setting,
  });
}

/** Why a pair has a page: the first tasks that name it, or how many findings do. */
function groundOf({ tasks, findings }: Pair): string {
  if (tasks.length === 0) return `${findings} findings are about both`;
  const shown = tasks.slice(0, 3).join(', ');
  return tasks.length > 3 ? `${shown} and ${tasks.length - 3} more` : shown;
}

function pairPage(pair: Pair, setting: Setting): Page {
  const { of } = pair;
  const [a, b] = of;
  const ground = groundOf(pair);
  return composedPage({
    kind: pairKind as unknown as Kind,
    path: pairPath(a, b),
    title: `${a.title} or ${b.title}`.slice(0, 120),
    description:
      `${a.key} and ${b.key} side by side: what each is for, what it costs, how it fails, and its evidence.`.slice(
        0,
        300,
      ),
    fields: () => ({ compares: of.map(({ path }) => path.split('#')[0]!) }),
    body: () => bodyOf(of, ground),
    inputs: [...a.inputs, ...b.inputs, a.path, b.path, ground],
    setting,
  });
}

function bodyOf(of: readonly Subject[], ground: string): string {
  const cells = of.map(subject => subject.cells());
  const head = ['', ...of.map(({ key, path }) => link(key, path))];
  const rows = rowNames
    .filter(name => cells.some(each => each[name]))
    .map(name => [name, ...cells.map(each => inTable(each[name]))]);
  const lines = [head, head.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |`);
  return [`Why these two: ${ground}.`, lines.join('\n'), 'Other pairs: [compare](/compare.md).'].join('\n\n');
}

/** `/reading/compare.json` says what can be compared and in which file its cells are. */
function dataPages(subjects: readonly Subject[]): Page[] {
  const count = Math.ceil(subjects.length / subjectsPerFile);
  const list = subjects.map(({ key, kind, title }, at) => [
    key,
    kind,
    title,
    Math.floor(at / subjectsPerFile) + 1,
  ]);
  const parts = Array.from({ length: count }, (_, at): Page => {
    const some = subjects.slice(at * subjectsPerFile, (at + 1) * subjectsPerFile);
    const path = `/reading/compare/${at + 1}.json`;
    return {
      ...filePage(path, 'reading', 'application/json', ''),
      inputs: some.flatMap(({ key, path, title, inputs }) => [key, path, title, ...inputs]),
      text: () => `${JSON.stringify(some.map(dataOf))}\n`,
    };
  });
  return [
    filePage('/reading/compare.json', 'reading', 'application/json', `${JSON.stringify(list)}\n`),
    ...parts,
  ];
}

function dataOf({ key, kind, path, title, cells }: Subject) {
  const own = cells();
  return { key, kind, path, title, rows: rowNames.flatMap(name => (own[name] ? [[name, own[name]]] : [])) };
}
