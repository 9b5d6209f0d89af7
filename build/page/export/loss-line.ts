/** The losses of an export in a few sentences for its page. Its front matter lists each loss by itself. */
import type { Loss } from '#document/kind/export.ts';
import { groupBy } from '../../document/text/group.ts';
import { listed, plural } from '../../document/text/plain-text.ts';

/** The most lines of a list of losses. */
const most = 6;

/** The words for all losses of one sort of subject, by the first word of the subject. */
const parts: Record<string, string> = {
  edge: 'the edges',
  artifact: 'the form and the readers of outputs',
  stop: 'the stop conditions',
  loop: 'the rounds of loops',
};

/** The words before the names of several subjects of one sort, by the first word of a subject. */
const many: Record<string, string> = {
  role: 'the roles ',
  artifact: 'the outputs ',
  loop: 'the loops ',
  budget: 'the bounds ',
};

const partOf = ({ subject }: Loss): string => subject.split(':')[0]!;
const nameOf = ({ subject }: Loss): string => `\`${subject.slice(subject.indexOf(':') + 1)}\``;

/**
 * Names the subjects of losses before a sentence that is true of each of them: `a`, or ``For each of the roles `a` and `b` ``.
 */
function eachOf(losses: readonly Loss[]): string {
  const names = listed(losses.map(nameOf));
  const part = partOf(losses[0]!);
  if (part === 'stop') return `${losses.length === 1 ? 'Stop condition' : 'Stop conditions'} ${names}`;
  if (losses.length === 1) return names;
  return `For each of ${many[part] ?? ''}${names}`;
}

/**
 * Writes losses as a list of sentences, at most six: losses of the run are grouped by what the files do instead, and losses of
 * roles by their text. The last line counts those left out.
 */
export function lossLines(losses: readonly Loss[]): string {
  if (losses.length === 0) return 'The files enforce everything that the team states.';
  const run = groupBy(
    losses.filter(loss => partOf(loss) !== 'role'),
    ({ instead }) => instead,
  );
  const roles = groupBy(
    losses.filter(loss => partOf(loss) === 'role'),
    ({ what, instead }) => `${what} ${instead}`,
  );
  const lines = [
    ...[...run].map(([instead, all]) => runLine(instead, all)),
    ...[...roles].map(([says, all]) => {
      return `${eachOf(all)}: ${says}`;
    }),
  ];
  const shown = lines.length > most ? lines.slice(0, most - 1) : lines;
  const rest = lines.length - shown.length;
  const more =
    rest > 0 ? [`The field \`losses\` in the front matter lists ${plural(rest, 'more kind')}.`] : [];
  return [...shown, ...more].map(line => `- ${line}`).join('\n');
}

function runLine(instead: string, losses: readonly Loss[]): string {
  const { what } = losses[0]!;
  if (losses.every(loss => loss.what === what)) return `${eachOf(losses)}: ${what} ${instead}`;
  const groups = [...groupBy(losses, partOf)].sort(
    ([a], [b]) => Number(a === 'budget') - Number(b === 'budget'),
  );
  const named = groups.map(([part, all]) =>
    part === 'budget' ? `the bounds ${listed(all.map(nameOf))}` : parts[part]!,
  );
  return `Nothing enforces ${listed(named, 'or')}. ${instead}`;
}
