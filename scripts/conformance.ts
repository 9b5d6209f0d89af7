/**
 * Whether runs followed the team that a formation declares: its roles, edges, loops, tools and budget.
 *
 *     npx tsx scripts/conformance.ts TRACE… --formation FILE|URL|NAME [--json] [--name SEEN=DECLARED]
 *
 * A trace is OTLP in JSON with GenAI spans, or the transcript of an agent (docs/runners.md#15). Exit codes: 0 every run conforms,
 * 1 one deviates, 2 it cannot be told or the command is wrong.
 */
import { Command } from 'commander';
import { check } from './conformance/check.ts';
import { declaredBy } from './conformance/declared.ts';
import { findFormation, ownToolNames } from './conformance/formation.ts';
import { nameOption, readName } from './conformance/name-option.ts';
import { readTraces } from './conformance/read.ts';
import { asJson, asText, overall } from './conformance/report.ts';
import { TraceError } from './conformance/trace.ts';
import { outliveReaders } from './support/closed-output.ts';
import { closeConnections } from './verify/http.ts';

outliveReaders();

interface Options {
  formation: string;
  json: boolean;
  name: Map<string, string>;
}

const program = new Command('conformance')
  .description('Checks whether runs followed the team that a formation declares.')
  .argument('<trace...>', 'files of spans (OTLP as JSON), or transcripts of agents')
  .requiredOption('--formation <formation>', 'a file, an address, NAME[@VERSION] or PUBLISHER/NAME[@VERSION]')
  .option('--json', 'print one JSON document', false)
  .option(...nameOption, readName, new Map<string, string>())
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));

async function main(): Promise<void> {
  const { args } = program.parse();
  const { formation, json, name } = program.opts<Options>();
  const team = await findFormation(formation);
  const declared = declaredBy(team, ownToolNames(), name);
  const verdicts = (await readTraces(args)).map(trace => check(declared, trace));
  process.stdout.write(json ? asJson(team, verdicts) : asText(verdicts));
  process.exitCode = { conforms: 0, deviates: 1, cannot_tell: 2 }[overall(verdicts)];
}

main()
  .finally(closeConnections)
  .catch((error: Error) => {
    process.stderr.write(`error: ${error instanceof TraceError ? error.message : error.stack}\n`);
    process.exitCode = 2;
  });
