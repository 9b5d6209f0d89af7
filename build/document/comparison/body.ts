/** Writes the text that the build adds to the page of a comparison, or of the method of comparisons: the fields in words. */

import { type comparison, confoundWords } from '../kind/comparison.ts';
import type { comparisonMethod } from '../kind/comparison-method.ts';
import type { Authored } from '../kind/kind.ts';
import { escapeMarkdown, listed } from '../text/plain-text.ts';
import { costLine, differsBy, percent, points, resultLine } from './words.ts';

type Comparison = Authored<typeof comparison>;
type Method = Authored<typeof comparisonMethod>;

/**
 * Returns the generated part of the body of a comparison or of the method; undefined for any other kind.
 * @param value the validated front matter
 */
export function generatedBody(kind: string, value: unknown): string | undefined {
  if (kind === 'comparison') return comparisonBody(value as Comparison);
  return kind === 'comparison_method' ? methodBody(value as Method) : undefined;
}

const list = (lines: readonly string[]): string => lines.map(line => `- ${line}`).join('\n');

const section = (title: string, text: string | false): string[] => (text ? [`## ${title}\n\n${text}`] : []);

function comparisonBody(value: Comparison): string {
  const { results, shown, confounds, cannot_show, queries = [], exclusions, headline } = value;
  const sentences = shown.flatMap(({ a, b, why }) => {
    const result = results.find(each => each.a === a && each.b === b);
    const reason = results.length === 1 ? '' : ` Why we show this result: ${escapeMarkdown(why)}`;
    return result ? [`${resultLine(result)} ${costLine(result)}${reason}`] : [];
  });
  const family =
    results.length === 1
      ? 'This is the only pair of arms.'
      : `The front matter lists all ${results.length} pairs of arms.`;
  return [
    `## Results\n\n${list(sentences)}\n\n${family} ${tableLine(value)}`,
    ...section('Arms', list(value.arms.map(arm => armLine(value, arm)))),
    ...section('Chance', noiseLine(value)),
    ...section('Headline', headline ? headlineLine(headline) : false),
    ...section(
      'What else may explain the differences',
      confounds.length > 0 && list(confounds.map(each => confoundWords[each])),
    ),
    ...section('What this comparison cannot show', list(cannot_show.map(escapeMarkdown))),
    ...section(
      'Left out',
      exclusions.length > 0 &&
        list(exclusions.map(({ what, why }) => `${escapeMarkdown(what)} ${escapeMarkdown(why)}`)),
    ),
    ...section(
      'Queries to the authors',
      queries.length > 0 &&
        list(
          queries.map(
            ({ subject, observation }) => `${escapeMarkdown(subject)}: ${escapeMarkdown(observation)}`,
          ),
        ),
    ),
    ...section('Compute the results again', againLines(value)),
  ].join('\n\n');
}

const tableLine = ({ slug, cases_digest }: Comparison): string =>
  cases_digest === undefined
    ? 'The licence of the source does not let us publish the verdict on each case. We read the counts from the source.'
    : `A [table](/comparisons/${slug}.csv) shows whether each arm passed each case.`;

function armLine({ answers }: Comparison, arm: Comparison['arms'][number]): string {
  const own = answers.find(each => each.arm === arm.id);
  const pattern = arm.pattern
    ? ` (${fidelityWords[arm.fidelity]} [${arm.pattern}](/patterns/${arm.pattern}.md))`
    : ` (${arm.fidelity})`;
  const rate = own ? ` It passed ${percent(own.rate[0]!)} of the ${own.cases} cases.` : '';
  const faults = own ? faultWords(own) : '';
  return `\`${arm.id}\`${pattern}: ${escapeMarkdown(arm.what)}${rate}${faults}`;
}

/** The words before the pattern of an arm, by how closely the arm follows it. */
const fidelityWords: Readonly<Record<Comparison['arms'][number]['fidelity'], string>> = {
  exact: 'the pattern',
  variant: 'a variant of',
  bundle: 'a bundle that includes',
  control: 'the control, as in',
};

function faultWords({ errors, timeouts, malformed, missing }: Comparison['answers'][number]): string {
  const named = Object.entries({ errors, timeouts, malformed, missing }).filter(([, count]) => count > 0);
  return named.length === 0
    ? ''
    : ` ${listed(named.map(([name, count], at) => `${count}${at === 0 ? ' of its attempts' : ''} ${faultNames[name]}`))}.`;
}

/** The words for the runs of an arm that gave no answer, by the name of the field that counts them. */
const faultNames: Record<string, string> = {
  errors: 'ended in an error',
  timeouts: 'ran out of time',
  malformed: 'gave a malformed answer',
  missing: 'left no result',
};

function noiseLine({ noise }: Comparison): string {
  if (noise === 'unavailable')
    return 'The source has only one run of each arm, so it does not show how much two runs of the same arm would differ.';
  const { a, b, repeats, cases, only_a, only_b, difference, interval } = noise;
  const [first, second] = repeats
    ? [`Repeat ${repeats[0]} of \`${a}\``, `repeat ${repeats[1]}`]
    : [`\`${a}\``, `\`${b}\`, which works in the same way`];
  const [low, high] = interval;
  return (
    `${first} scored ${differsBy(difference)} ${second} (95 % interval ${points(low!)} to ${points(high!)}). ` +
    `The outcome differed on ${only_a + only_b} of the ${cases} cases.`
  );
}

function headlineLine({ claimed, place, arms, recomputed }: NonNullable<Comparison['headline']>): string {
  const rates = listed(arms.map((arm, at) => `${percent(recomputed[at]!)} for \`${arm}\``));
  const stated = escapeMarkdown(claimed.replace(/\.$/, ''));
  const text = /^(?:A|One|Simple|The) /.test(stated)
    ? `${stated[0]!.toLowerCase()}${stated.slice(1)}`
    : stated;
  const [, table, from] = /^paper, ([^(]+?) (\(.+\))$/.exec(place) ?? [];
  const where = table
    ? `${table} of their paper ${from}`
    : `${place.endsWith('.md') ? 'the file' : place.startsWith('paper') ? 'their' : 'the'} ${place}`;
  return `In ${escapeMarkdown(where)}, the authors report that ${text}. From the files that they published, we compute ${rates}.`;
}

function againLines({ slug, sources }: Comparison): string {
  const from = sources.map(({ repository, commit, licence }) => {
    const link = `[${repository}](https://github.com/${repository}/tree/${commit})`;
    return `${link} at \`${commit.slice(0, 12)}\`, ${licence === 'NONE' ? 'which states no licence' : `under the ${licence} licence`}`;
  });
  const how = 'The [method](/comparisons/method.md) says how we make comparisons and how authors can object.';
  const command = `    agent-topology recompute ${slug} --source CHECKOUT`;
  return `The results come from ${from.join('; ')}. This command recomputes the results from a copy of the source:\n\n${command}\n\n${how}`;
}

function methodBody({ sources }: Method): string {
  const sections = sources.map(({ repository, commit, licence, documents }) => {
    const lines = documents.map(({ what, comparison: name, why_not }) => {
      const made =
        name === undefined
          ? `we made no comparison${why_not ? `. ${escapeMarkdown(why_not)}` : ''}`
          : `[${name}](/comparisons/${name}.md)`;
      return `${escapeMarkdown(what)}: ${made}`;
    });
    const stated = licence === 'NONE' ? 'It states no licence.' : `Its licence is ${licence}.`;
    return `### ${escapeMarkdown(repository)}\n\nWe read commit \`${commit}\`. ${stated}\n\n${list(lines)}`;
  });
  return `## Sources\n\n${sections.join('\n\n')}`;
}
