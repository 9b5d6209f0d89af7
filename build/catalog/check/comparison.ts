/**
 * Checks that every number of a comparison follows from its table, and that the comparison leaves out nothing of the table
 * (docs/comparisons.md).
 *
 * - A result, rate or noise that differs from what the table gives is refused, and so is a pair of arms that is missing.
 * - A table is refused if it has an arm that the document does not name or another digest than the document states, or if the
 *   licence forbids it.
 * - An arm called `exact` that runs on other models than the controls is refused: more than the organisation differs.
 * - A pattern that does not list a comparison with an arm of the pattern is refused: its page would hide what speaks against the
 *   pattern.
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
import { faultAt, type SourceFault } from '../source/source-fault.ts';

type Document = SourceEntry<ComparisonFacts>;

/**
 * A fault of one field, without its place: the path of the field, the message, the help, and the rule if it is not `comparison`.
 */
type Said = [path: FieldPath, message: string, help: string, rule?: string];

const write = (slug: string) =>
  `\`npx tsx scripts/recompute.ts ${slug} --source CHECKOUT --write\` writes it.`;

/** Returns the faults of all comparisons and of their tables of single cases. */
export function checkComparisons(catalog: Catalog): SourceFault[] {
  const { comparisons, tables, failed, fileOf } = catalog;
  const documents = [...comparisons.values()];
  // A table without its document.
  const lonely = [...tables].flatMap(([slug, table]) => {
    if (comparisons.has(slug) || failed.has(`comparisons/${slug}.md`)) return [];
    const help = `Write \`${fileOf(`comparisons/${slug}.md`)}\`, or remove the table.`;
    return [inTable(table, 1, 'No document is named after this table.', help)];
  });
  return [
    ...documents.flatMap(document => documentFaults(document, catalog)),
    ...lonely,
    ...documents.flatMap(document => inDocument(document, unlisted(document, catalog))),
  ];
}

const inTable = ({ file }: { file: string }, line: number, message: string, help: string): SourceFault => ({
  file,
  ...faultAt({ line, column: 1 }, 'comparison-table', message, help),
});

const inDocument = (document: Document, said: readonly Said[]): SourceFault[] =>
  said.map(([path, message, help, rule = 'comparison']) => document.message(path, rule, message, help));

/** Returns the faults of one comparison. A later group of checks runs only when the groups before it found nothing. */
function documentFaults(document: Document, { tables, failed }: Catalog): SourceFault[] {
  const { more } = document;
  const said = [...shape(more), ...unknownNames(more), ...fidelities(more)];
  const table = tables.get(more.slug);
  if (!table && failed.has(`comparisons/${more.slug}.csv`)) return inDocument(document, said);
  said.push(...(table ? ofTable(more, table) : tableMissing(more)));
  const faults = [...inDocument(document, said), ...(table ? unknownColumns(document, table) : [])];
  return faults.length > 0 ? faults : inDocument(document, numbers(more, table));
}

/** Returns the faults that a document shows by itself: in its arms, status, dispute, files and number of cases. */
function shape({ arms, benchmark, status, dates, dispute, sources }: ComparisonFacts): Said[] {
  const ids = arms.map(({ id }) => id);
  const last = dates.at(-1)!.status;
  const message = `The status is \`${status}\`, but the last of \`dates\` is \`${last}\`.`;
  return [
    ...arms.flatMap(({ id }, at): Said[] =>
      ids.indexOf(id) === at
        ? []
        : [[['arms', at, 'id'], `The arm \`${id}\` appears twice.`, 'Name each arm once.']],
    ),
    ...given(last !== status, [['status'], message, 'Add the date on which this status began.']),
    ...given((status === 'disputed') !== (dispute !== undefined), [
      ['status'],
      'A disputed comparison states both sides, and no other comparison does.',
      'Write `dispute` with `objection` and `answer`.',
    ]),
    ...sources.flatMap(({ files }, at): Said[] => {
      const paths = files.map(({ path }) => path);
      const twice = paths.findIndex((path, index) => paths.indexOf(path) !== index);
      const file = `The file \`${paths[twice]}\` appears twice.`;
      return given(twice >= 0, [['sources', at, 'files', twice], file, 'Name it once.']);
    }),
    ...given(arms.length < 2, [
      ['arms'],
      'The comparison has only one arm, so there is nothing to compare it with.',
      'Add another.',
    ]),
    ...given(benchmark.cases < 1, [
      ['benchmark', 'cases'],
      'The benchmark has no cases.',
      'Write how many the benchmark has.',
    ]),
  ];
}

const given = (holds: boolean, said: Said): Said[] => (holds ? [said] : []);

/** Returns a fault for each place that names an arm or a file which the comparison does not declare. */
function unknownNames({ shown, headline, noise, extraction, sources, arms }: ComparisonFacts): Said[] {
  const ids = arms.map(({ id }) => id);
  const files = new Set(sources.flatMap(source => source.files.map(({ path }) => path)));
  const named: [path: FieldPath, arm: string][] = [
    ...shown.flatMap((pair, at) =>
      (['a', 'b'] as const).map((side): [FieldPath, string] => [['shown', at, side], pair[side]]),
    ),
    ...(headline?.arms ?? []).map((arm, at): [FieldPath, string] => [['headline', 'arms', at], arm]),
    ...(['a', 'b'] as const).flatMap((side): [FieldPath, string][] =>
      noise === 'unavailable' ? [] : [[['noise', side], noise[side]]],
    ),
    ...extraction.inputs.map(({ arm }, at): [FieldPath, string] => [
      ['extraction', 'inputs', at, 'arm'],
      arm,
    ]),
  ];
  const unknown = named
    .filter(([, arm]) => !ids.includes(arm))
    .map(([path, arm]): Said => {
      return [path, `Unknown arm \`${arm}\`.`, `Name one of \`arms\`.${didYouMean(arm, ids)}`, 'unknown-arm'];
    });
  const pairs = pairsOf({ arms }).map(([a, b]) => `${a} ${b}`);
  const turned = shown.flatMap(({ a, b }, at) => {
    const help = 'Put first the arm that comes later in `arms`: controls come first there.';
    const isTurned = !pairs.includes(`${a} ${b}`) && ids.includes(a) && ids.includes(b);
    return given(isTurned, [
      ['shown', at],
      `There is no result for \`${a}\` and \`${b}\` in this order.`,
      help,
    ]);
  });
  const unread = extraction.inputs.flatMap((input, at) =>
    input.files.flatMap((path, index) => {
      const message = `No source lists the file \`${path}\`.`;
      const place = ['extraction', 'inputs', at, 'files', index];
      return given(!files.has(path), [place, message, 'Add it with its digest.']);
    }),
  );
  const totals = (extraction.totals ?? []).flatMap(({ file, arm }, at) => {
    const message = 'The total names an arm or a file that the document does not have.';
    const help = 'Name one of `arms`, and a file of a source.';
    return given(!files.has(file) || !ids.includes(arm), [['extraction', 'totals', at], message, help]);
  });
  return [...unknown, ...turned, ...unread, ...totals];
}

function fidelities({ arms }: ComparisonFacts): Said[] {
  const modelsOf = ({ models }: (typeof arms)[number]) =>
    [...new Set(models.map(({ model }) => model))].sort();
  const base = arms.find(({ fidelity }) => fidelity === 'control') ?? arms[0]!;
  return arms.flatMap((arm, at) => {
    const isOther = arm.fidelity === 'exact' && !isDeepStrictEqual(modelsOf(arm), modelsOf(base));
    const message = `\`${arm.id}\` is called \`exact\`, but runs on other models than \`${base.id}\`.`;
    return given(isOther, [['arms', at, 'fidelity'], message, 'Write `variant` or `bundle`.']);
  });
}

function tableMissing({ sources, slug, cases_digest }: ComparisonFacts): Said[] {
  if (mayPublish(sources))
    return [[['sources'], `The licence allows a table, but \`${slug}.csv\` is missing.`, write(slug)]];
  return given(cases_digest !== undefined, [
    ['cases_digest'],
    'There is no table of this digest.',
    'Remove the field.',
  ]);
}

/** Tells whether a table has the digest that its comparison states. */
const isStated = ({ cases_digest }: ComparisonFacts, { digest }: SourceEntry): boolean =>
  cases_digest === digestField(digest);

function ofTable(more: ComparisonFacts, table: SourceEntry<CaseTable>): Said[] {
  if (!mayPublish(more.sources)) return [];
  if (!isStated(more, table)) {
    const message = `The table has the digest \`${digestField(table.digest)}\`, but the document states ${more.cases_digest ?? 'none'}.`;
    return [[['cases_digest'], message, write(more.slug), 'comparison-digest']];
  }
  return more.arms.flatMap(({ id, repeats }, at) => {
    const found = table.more.arms.find(({ arm }) => arm === id)?.repeats ?? 0;
    const message = `The table has ${found} repeats of \`${id}\`, but the document states ${repeats}.`;
    return given(found !== repeats, [['arms', at, 'repeats'], message, 'Correct one of the two.']);
  });
}

/**
 * Returns the faults that a table shows by itself: the licence of the source does not allow a table, or the document does not
 * name an arm of it.
 */
function unknownColumns({ more, file }: Document, table: SourceEntry<CaseTable>): SourceFault[] {
  if (!mayPublish(more.sources)) {
    const message = 'The licence of the source does not allow a table of single cases.';
    return [inTable(table, 1, message, 'Remove the table. The document states only counts.')];
  }
  if (!isStated(more, table)) return [];
  const ids = more.arms.map(({ id }) => id);
  return table.more.arms
    .filter(({ arm }) => !ids.includes(arm))
    .map(({ arm, line }) => {
      const help = `Name it in \`arms\` of \`${file}\`.${didYouMean(arm, ids)}`;
      return inTable(table, line, `Unknown arm \`${arm}\`.`, help);
    });
}

/**
 * Returns a fault for each stated number that differs from the one that follows from the cases or counts, and for each missing
 * pair.
 */
function numbers(more: ComparisonFacts, table: SourceEntry<CaseTable> | undefined): Said[] {
  const pairs = pairsOf(more);
  const missing = pairs.filter(([a, b]) => !more.results.some(each => each.a === a && each.b === b));
  if (missing[0]) {
    const such = missing[0].map(arm => `\`${arm}\``).join(' and ');
    const message = `${missing.length} of the ${pairs.length} pairs of arms have no result, such as ${such}.`;
    return [
      [['results'], message, `State a result for every pair. ${write(more.slug)}`, 'comparison-family'],
    ];
  }
  let computed: Computed;
  try {
    computed = table ? computeFromTable(more, table.more) : computeFromCounts(more);
  } catch (error) {
    return [[['results'], (error as Error).message, write(more.slug)]];
  }
  const path = firstDifference(numbersOf(more), computed, []);
  if (!path) return [];
  const value = (from: unknown) =>
    JSON.stringify(path.reduce<unknown>((at, step) => Object(at)[step], from)) ?? 'absent';
  const place = path[0] === 'headline' ? ['headline', 'recomputed', ...path.slice(1)] : path;
  const message = `\`${fieldName(place)}\` is ${value(numbersOf(more))}; computed ${value(computed)}.`;
  return [[place, message, `Do not type numbers here by hand. ${write(more.slug)}`, 'comparison-number']];
}

/** Returns a fault for each arm whose pattern does not list the comparison. */
function unlisted({ more: { arms, slug } }: Document, { patterns }: Catalog): Said[] {
  const isArm = ({ fidelity }: (typeof arms)[number]) => fidelity !== 'bundle';
  return arms.flatMap((arm, at) => {
    const pattern = patterns.get(arm.pattern ?? '');
    const first = arms.findIndex(each => each.pattern === arm.pattern && isArm(each));
    if (!pattern || first !== at || pattern.more.comparisons?.includes(slug)) return [];
    const message = `The arm is an instance of \`${arm.pattern}\`, whose \`comparisons\` do not list \`${slug}\`.`;
    const help = `Add \`${slug}\` to \`comparisons\` in \`${pattern.file}\`, because a page also shows what went against its pattern.`;
    return [[['arms', at, 'pattern'], message, help, 'unlisted-comparison']];
  });
}
