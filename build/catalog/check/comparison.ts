/**
 * Comparisons: every number follows from the table, and nothing of it is left out (docs/comparisons.md).
 *
 * - A result, rate or noise that differs from what the table gives is refused, and so is a pair of arms that is missing.
 * - A table with an arm that the document does not name is refused, as are one of another digest and one that the licence forbids.
 * - An arm called `exact` that runs on other models than the controls is refused: more than the organisation differs.
 * - A pattern that does not list a comparison with an arm of it is refused: its page would hide what went against it.
 */
import { isDeepStrictEqual } from 'node:util';
import { digestField } from '#document/text/digest.ts';
import { type FieldPath, fieldName } from '#document/text/fault.ts';
import { didYouMean } from '#document/text/suggestion.ts';
import { type Computed, computeFromTable, pairsOf } from '../../document/comparison/compute.ts';
import { computeFromCounts } from '../../document/comparison/counts.ts';
import { firstDifference, numbersOf } from '../../document/comparison/difference.ts';
import type { CaseTable } from '../../document/comparison/table.ts';
import { mayPublish } from '../../document/kind/comparison.ts';
import type { Catalog, SourceEntry } from '../source/catalog.ts';
import type { ComparisonFacts } from '../source/facts.ts';
import type { SourceFault } from '../source/source-fault.ts';

type Document = SourceEntry<ComparisonFacts>;

const rule = 'comparison';
const write = (slug: string) =>
  `\`npx tsx scripts/recompute.ts ${slug} --source CHECKOUT --write\` writes it.`;

export function checkComparisons(catalog: Catalog): SourceFault[] {
  const documents = [...catalog.comparisons.values()];
  return [
    ...documents.flatMap(document => documentFaults(document, catalog)),
    ...[...catalog.tables].flatMap(([slug, table]) => lonelyFaults(slug, table, catalog)),
    ...documents.flatMap(document => unlistedFaults(document, catalog)),
  ];
}

/** A table without its document. */
function lonelyFaults(
  slug: string,
  table: SourceEntry<CaseTable>,
  { comparisons, failed, fileOf }: Catalog,
): SourceFault[] {
  if (comparisons.has(slug) || failed.has(`comparisons/${slug}.md`)) return [];
  const help = `Write \`${fileOf(`comparisons/${slug}.md`)}\`, or remove the table.`;
  return [inTable(table, 1, `No document is named after this table.`, help)];
}

const inTable = ({ file }: { file: string }, line: number, message: string, help: string): SourceFault => {
  return { file, field: '', rule: 'comparison-table', message, help, line, column: 1 };
};

function documentFaults(document: Document, catalog: Catalog): SourceFault[] {
  const shape = shapeFaults(document);
  const { slug } = document.more;
  const table = catalog.tables.get(slug);
  if (!table && catalog.failed.has(`comparisons/${slug}.csv`)) return shape;
  const tables = table ? tableFaults(document, table) : tableMissing(document);
  const before = [...shape, ...tables];
  if (before.length > 0) return before;
  return numberFaults(document, table);
}

/** What is wrong with a document by itself. */
function shapeFaults(document: Document): SourceFault[] {
  const { arms, benchmark, status, dates, dispute, sources } = document.more;
  const faults: SourceFault[] = [];
  const refuse = (path: FieldPath, message: string, help: string) =>
    faults.push(document.message(path, rule, message, help));
  const ids = arms.map(({ id }) => id);
  for (const [at, id] of ids.entries())
    if (ids.indexOf(id) !== at)
      refuse(['arms', at, 'id'], `The arm \`${id}\` is there twice.`, 'Name each arm once.');
  faults.push(...nameFaults(document, ids), ...fidelityFaults(document));
  const last = dates.at(-1)!;
  if (last.status !== status)
    refuse(
      ['status'],
      `The status is \`${status}\`, and the last of \`dates\` is \`${last.status}\`.`,
      'Add when it began.',
    );
  if ((status === 'disputed') !== (dispute !== undefined))
    refuse(
      ['status'],
      'A dispute has both sides, and only a dispute has them.',
      'Write `dispute` with `objection` and `answer`.',
    );
  for (const [at, { files }] of sources.entries()) {
    const paths = files.map(({ path }) => path);
    const twice = paths.findIndex((path, index) => paths.indexOf(path) !== index);
    if (twice >= 0)
      refuse(
        ['sources', at, 'files', twice],
        `The file \`${paths[twice]}\` is there twice.`,
        'Name it once.',
      );
  }
  if (arms.length < 2) refuse(['arms'], 'There is one arm, and nothing to compare it with.', 'Add another.');
  if (benchmark.cases < 1)
    refuse(['benchmark', 'cases'], 'There are no cases.', 'Write how many the benchmark has.');
  return faults;
}

/** Names of arms and files that nothing declares. */
function nameFaults(document: Document, ids: readonly string[]): SourceFault[] {
  const { shown, headline, noise, extraction, sources, arms } = document.more;
  const files = new Set(sources.flatMap(source => source.files.map(({ path }) => path)));
  const named: [path: FieldPath, arm: string][] = [
    ...shown.flatMap(({ a, b }, at): [FieldPath, string][] => [
      [['shown', at, 'a'], a],
      [['shown', at, 'b'], b],
    ]),
    ...(headline?.arms ?? []).map((arm, at): [FieldPath, string] => [['headline', 'arms', at], arm]),
    ...(noise === 'unavailable'
      ? []
      : ([
          [['noise', 'a'], noise.a],
          [['noise', 'b'], noise.b],
        ] as [FieldPath, string][])),
    ...extraction.inputs.map(({ arm }, at): [FieldPath, string] => [
      ['extraction', 'inputs', at, 'arm'],
      arm,
    ]),
  ];
  const unknown = named.flatMap(([path, arm]) => {
    if (ids.includes(arm)) return [];
    const help = `Name one of \`arms\`.${didYouMean(arm, ids)}`;
    return [document.message(path, 'unknown-arm', `Unknown arm \`${arm}\`.`, help)];
  });
  const pairs = pairsOf({ arms }).map(([a, b]) => `${a} ${b}`);
  const turned = shown.flatMap(({ a, b }, at) => {
    if (pairs.includes(`${a} ${b}`) || !ids.includes(a) || !ids.includes(b)) return [];
    const help = 'Put first the arm that comes later in `arms`: controls come first there.';
    return [
      document.message(['shown', at], rule, `\`${a}\` and \`${b}\` are no result in this order.`, help),
    ];
  });
  const totals = (extraction.totals ?? []).flatMap(({ file, arm }, at) => {
    if (files.has(file) && ids.includes(arm)) return [];
    const message = 'The total names an arm or a file that the document does not.';
    return [
      document.message(
        ['extraction', 'totals', at],
        rule,
        message,
        'Name one of `arms`, and a file of a source.',
      ),
    ];
  });
  const unread = extraction.inputs.flatMap((input, at) =>
    input.files.flatMap((path, index) => {
      if (files.has(path)) return [];
      const message = `The file \`${path}\` is in no list of files of a source.`;
      return [
        document.message(
          ['extraction', 'inputs', at, 'files', index],
          rule,
          message,
          'Add it with its digest.',
        ),
      ];
    }),
  );
  return [...unknown, ...turned, ...unread, ...totals];
}

function fidelityFaults(document: Document): SourceFault[] {
  const { arms } = document.more;
  const modelsOf = ({ models }: (typeof arms)[number]) =>
    [...new Set(models.map(({ model }) => model))].sort();
  const base = arms.find(({ fidelity }) => fidelity === 'control') ?? arms[0]!;
  return arms.flatMap((arm, at) => {
    if (arm.fidelity !== 'exact' || isDeepStrictEqual(modelsOf(arm), modelsOf(base))) return [];
    const message = `\`${arm.id}\` is called \`exact\`, and runs on other models than \`${base.id}\`.`;
    return [document.message(['arms', at, 'fidelity'], rule, message, 'Write `variant` or `bundle`.')];
  });
}

function tableMissing(document: Document): SourceFault[] {
  const { sources, slug, cases_digest } = document.more;
  if (mayPublish(sources)) {
    const message = `The licence allows a table, and \`${slug}.csv\` is not there.`;
    return [document.message(['sources'], rule, message, write(slug))];
  }
  if (cases_digest === undefined) return [];
  return [document.message(['cases_digest'], rule, 'There is no table of this digest.', 'Remove the field.')];
}

function tableFaults(document: Document, table: SourceEntry<CaseTable>): SourceFault[] {
  const { arms, sources, slug, cases_digest } = document.more;
  if (!mayPublish(sources)) {
    const message = 'The licence of the source allows no table of single cases.';
    return [inTable(table, 1, message, 'Remove it: the document states counts alone.')];
  }
  const digest = digestField(table.digest);
  if (cases_digest !== digest) {
    const message = `The table has the digest \`${digest}\`, and the document states ${cases_digest ?? 'none'}.`;
    return [document.message(['cases_digest'], 'comparison-digest', message, write(slug))];
  }
  const ids = arms.map(({ id }) => id);
  const unknown = table.more.arms.flatMap(({ arm, line }) => {
    if (ids.includes(arm)) return [];
    const help = `Name it in \`arms\` of \`${document.file}\`.${didYouMean(arm, ids)}`;
    return [inTable(table, line, `Unknown arm \`${arm}\`.`, help)];
  });
  const columns = new Map(table.more.arms.map(column => [column.arm, column]));
  const others = arms.flatMap(({ id, repeats }, at) => {
    const found = columns.get(id)?.repeats ?? 0;
    if (found === repeats) return [];
    const message = `The table has ${found} repeats of \`${id}\`, and the document states ${repeats}.`;
    return [document.message(['arms', at, 'repeats'], rule, message, 'Correct one of both.')];
  });
  return [...unknown, ...others];
}

/** Numbers that are not those that follow. */
function numberFaults(document: Document, table: SourceEntry<CaseTable> | undefined): SourceFault[] {
  const { more } = document;
  const missing = pairsOf(more).filter(([a, b]) => !more.results.some(each => each.a === a && each.b === b));
  if (missing.length > 0) {
    const [first] = missing;
    const message = `The family lacks ${missing.length} of ${pairsOf(more).length} results, such as \`${first![0]}\` and \`${first![1]}\`.`;
    return [
      document.message(['results'], 'comparison-family', message, `State every pair. ${write(more.slug)}`),
    ];
  }
  let computed: Computed;
  try {
    computed = table ? computeFromTable(more, table.more) : computeFromCounts(more);
  } catch (error) {
    return [document.message(['results'], rule, (error as Error).message, write(more.slug))];
  }
  const path = firstDifference(numbersOf(more), computed, []);
  if (!path) return [];
  const value = (from: unknown) =>
    JSON.stringify(path.reduce<unknown>((at, step) => Object(at)[step], from)) ?? 'absent';
  const place = path[0] === 'headline' ? ['headline', 'recomputed', ...path.slice(1)] : path;
  const message = `\`${fieldName(place)}\` is ${value(numbersOf(more))}; computed ${value(computed)}.`;
  const help = `Nobody types a number here. ${write(more.slug)}`;
  return [document.message(place, 'comparison-number', message, help)];
}

/** Patterns of which a comparison has an arm, and that do not list it. */
function unlistedFaults(document: Document, { patterns }: Catalog): SourceFault[] {
  const { arms, slug } = document.more;
  return arms.flatMap(({ pattern: name, fidelity }, at) => {
    if (arms.findIndex(each => each.pattern === name && each.fidelity !== 'bundle') !== at) return [];
    const pattern = patterns.get(name ?? '');
    if (!pattern || fidelity === 'bundle' || pattern.more.comparisons?.includes(slug)) return [];
    const message = `The arm is an instance of \`${name}\`, whose \`comparisons\` do not list \`${slug}\`.`;
    const help = `Add \`${slug}\` to \`comparisons\` in \`${pattern.file}\`: a page shows what went against it too.`;
    return [document.message(['arms', at, 'pattern'], 'unlisted-comparison', message, help)];
  });
}
