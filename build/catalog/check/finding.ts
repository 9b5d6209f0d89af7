/**
 * Checks that each finding of a record stands alone, rests on a sentence of its source, and is about patterns that list the
 * record.
 */
import type { Finding } from '#document/kind/research-record.ts';
import type { Fault } from '#document/text/fault.ts';
import { plural } from '#document/text/plain-text.ts';
import { didYouMean } from '#document/text/validate.ts';
import type { Catalog } from '../source/catalog.ts';
import { figuresOf, states } from '../source/figure.ts';
import type { ParsedSource } from '../source/source.ts';
import type { SourceFault } from '../source/source-fault.ts';

/** A finding as its file writes it, with the `basis` that its page does not show. */
interface Written extends Finding {
  basis?: { sentence: string; place: string };
}

/** A fault of one field of a finding, without its place: the path of the field, the rule, the message and the help. */
type Said = [field: readonly string[], rule: string, message: string, help: string];

/** Returns the faults in the findings of a research record; none for other kinds. */
export function checkFindings({ kind, written, fault }: ParsedSource): Fault[] {
  if (kind.kind !== 'research_record') return [];
  const findings = written.findings as Written[];
  const ids = findings.map(({ id }) => id);
  return findings.flatMap((finding, at) => {
    const said = [
      ...wrongIds(finding, at, ids),
      ...roundOfSuccessors(findings, at),
      ...leaning(finding),
      ...unfounded(finding),
      ...unstated(finding),
    ];
    return said.map(([field, ...rest]) => fault(['findings', at, ...field], ...rest));
  });
}

/**
 * Returns a fault for an id that another finding of the record has, and for a `superseded_by` that names no other finding of the
 * record.
 */
function wrongIds({ id, superseded_by: successor }: Written, at: number, ids: readonly string[]): Said[] {
  const said: Said[] = [];
  const twice = `The finding id \`${id}\` appears twice.`;
  if (ids.indexOf(id) !== at)
    said.push([['id'], 'duplicate-id', twice, 'Give each finding an id of its own.']);
  const others = ids.filter(each => each !== id);
  if (successor !== undefined && !others.includes(successor)) {
    const message = `\`superseded_by\` names \`${successor}\`, which is not another finding of this record.`;
    const help = `Name one of: ${others.join(', ')}.${didYouMean(successor, ids)}`;
    said.push([['superseded_by'], 'unknown-finding', message, help]);
  }
  return said;
}

/**
 * Returns a fault if findings supersede each other in a circle, so that none is valid. Only the first finding in the circle gets
 * it.
 */
function roundOfSuccessors(findings: readonly Written[], index: number): Said[] {
  const passed = [index];
  for (;;) {
    const next = findings[passed.at(-1)!]!.superseded_by;
    const at = findings.findIndex(({ id }) => id === next);
    if (at === index && passed.length > 1) break;
    if (at <= index || passed.includes(at)) return [];
    passed.push(at);
  }
  const message = `The findings ${passed.map(at => `\`${findings[at]!.id}\``).join(', ')} supersede each other.`;
  const help = 'Remove `superseded_by` from the finding that is valid today.';
  return [[['superseded_by'], 'superseded-round', message, help]];
}

const things = 'runs?|trials?|log|paper|study|scenario|comparison|incidents|questions|editors|designs|graphs';
const leaningWords = new RegExp(
  String.raw`^(?:the )?same\b|\b(?:of|from|in|by|on) the same (?:${things})\b|\bthat (?:${things})\b`,
  'i',
);

/**
 * Returns a fault for each field with words such as "the same runs", which mean nothing where the finding is shown next to
 * findings of other records.
 */
const leaning = (finding: Written): Said[] =>
  (['claim', 'conditions', 'limits'] as const).flatMap((field): Said[] => {
    const words = leaningWords.exec(finding[field])?.[0];
    if (words === undefined) return [];
    const message = `\`${words}\` points to another finding, which a reader of findings pages does not see.`;
    return [[[field], 'leaning-finding', message, 'Name the runs, the benchmark or the study.']];
  });

/** Returns a fault for effects without a `basis`: a counted figure needs a sentence that somebody read in the source. */
function unfounded({ id, effects, basis }: Written): Said[] {
  if (!effects || basis) return [];
  const message = `The finding \`${id}\` has effects, but no \`basis\` that they rest on.`;
  const help =
    'Add `basis:` with the `sentence` of the source and its `place`, or remove `effects` and say it in words without figures.';
  return [[['effects'], 'effect-without-basis', message, help]];
}

/**
 * Returns a fault for a figure of `claim` that is neither in `basis`, nor in the quote, nor in `result`. A `result` may gather
 * figures of several places: it is refused if the sentence states figures, but none of those in `result`.
 */
function unstated({ id, claim, result = '', basis, quote = '' }: Written): Said[] {
  if (!basis) return [];
  const known = figuresOf(`${basis.sentence} ${basis.place} ${quote}`);
  const found = figuresOf(result);
  const isIn = (figures: typeof found) => (figure: (typeof found)[number]) =>
    figures.some(each => states(each, figure));
  const claimed = figuresOf(claim).find(figure => !isIn([...known, ...found])(figure));
  const isElsewhere = figuresOf(basis.sentence).length === 0 || found.some(isIn(known));
  const wrong = claimed ?? (isElsewhere || /\d(?: and|,)/.test(result) ? undefined : found[0]);
  if (!wrong) return [];
  const message = `The finding \`${id}\` states \`${wrong.text}\`, which its \`basis.sentence\` does not.`;
  const help = 'Give the sentence that states it, or the figure as the sentence does.';
  return [[['basis', 'sentence'], 'figure-not-in-basis', message, help]];
}

/** Returns one warning about all findings without a basis, whose sources an editor must read again. */
export function checkBases({ research }: Catalog): SourceFault[] {
  const without = [...research.values()].filter(({ facts }) => facts.unfounded.length > 0);
  const [first] = without;
  if (!first) return [];
  const count = without.reduce((sum, { facts }) => sum + facts.unfounded.length, 0);
  const message = `${plural(count, 'finding')} in ${plural(without.length, 'record')} have no \`basis\`. This is the first such record.`;
  const help =
    'Add `basis:` with the `sentence` that the finding rests on and its `place`, when you next read the source.';
  return [{ ...first.message(['findings'], 'no-basis', message, help), severity: 'warning' }];
}

/**
 * Returns a fault for each finding about a pattern that does not list the record among its `sources`: the page of the pattern
 * would hide evidence about it.
 */
export const checkFindingSources = ({ research, patterns }: Catalog): SourceFault[] =>
  [...research.values()].flatMap(record =>
    record.more.findings.flatMap((finding, at) =>
      finding.patterns.flatMap((slug, index) => {
        const pattern = patterns.get(slug);
        if (!pattern || pattern.more.sources.includes(record.more.slug)) return [];
        const message = `The finding speaks of \`${slug}\`, whose \`sources\` do not list \`${record.more.slug}\`.`;
        const help = `Add \`${record.more.slug}\` to the sources in \`${pattern.file}\`, or remove the pattern here.`;
        return [record.message(['findings', at, 'patterns', index], 'unlisted-source', message, help)];
      }),
    ),
  );
