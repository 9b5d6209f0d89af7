/** `quote`: what a task costs before a run, worked out here from the signed page of the catalog (docs/task-to-files.md#3). */
import { taskClass } from '#build/kind/field.ts';
import { quote as quoteKind } from '#build/kind/quote.ts';
import { quoteOf, quotePath } from '#build/quote/document.ts';
import { readGiven } from '#build/quote/parameter.ts';
import { Failure } from '../../support/failure.ts';
import { print, report } from '../../support/output.ts';
import { readLockFile } from '../install/lock-file.ts';
import { openTrusted, projectOf, type TeamOptions } from './options.ts';

interface QuoteOptions extends TeamOptions {
  priceInput?: string;
  priceOutput?: string;
  tokens?: string;
}

/** Prints a quote. @throws Failure `wrongUse` that names everything that is wrong */
export async function quote(task: string, team: string | undefined, options: QuoteOptions): Promise<void> {
  if (!taskClass.safeParse(task).success)
    throw new Failure(
      'wrongUse',
      `${task.slice(0, 128)} is no task class: expected {domain}.{task}, such as coding.bug_fix.`,
    );
  const { catalog } = await openTrusted(options, readLockFile(projectOf(options)));
  const page = await catalog.document(quotePath(task), quoteKind);
  if (!page)
    throw new Failure(
      'wrongUse',
      `${catalog.name} has no price of ${task}. /tasks/index.md lists the task classes.`,
    );
  const said = {
    starter: team,
    price_input: options.priceInput,
    price_output: options.priceOutput,
    tokens: options.tokens,
  };
  const given = Object.entries(said).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const reading = readGiven(new URLSearchParams(given), page.fields.teams);
  if (!reading.ok)
    throw new Failure(
      'wrongUse',
      reading.faults.map(({ name, message }) => `${optionOf(name)}: ${message}`).join('\n  '),
    );
  const { fields, body } = quoteOf(page.fields, reading.given, true);
  report(fields);
  print(body);
}

/** The word by which a parameter is given here. */
const optionOf = (name: string): string => (name === 'starter' ? 'TEAM' : `--${name.replace('_', '-')}`);
