/** The program `conformance`: its options, its output and its exit codes. */
import { Command, CommanderError } from 'commander';
import type { Host } from '../../support/host.ts';
import { closeConnections } from '../../support/http.ts';
import { check } from './check.ts';
import { declaredBy, nameOption, readName } from './declared.ts';
import { findFormation, ownToolNames } from './formation.ts';
import { readTraces } from './read.ts';
import { TraceError } from './trace.ts';
import { asJson, asText, overall } from './verdict.ts';

interface Options {
  formation: string;
  json: boolean;
  name: Map<string, string>;
}

/** Checks the traces that the arguments of a host name, and writes the verdict and the exit code to the host. */
export async function conformance(host: Host): Promise<void> {
  try {
    host.exitCode = await exitCodeOf(host);
  } catch (error) {
    host.exitCode = error instanceof CommanderError && error.exitCode === 0 ? 0 : 2;
    if (error instanceof CommanderError) return;
    const { message, stack } = error as Error;
    host.stderr.write(`error: ${error instanceof TraceError ? message : stack}\n`);
  } finally {
    closeConnections();
  }
}

async function exitCodeOf({ argv, stdout, stderr }: Host): Promise<number> {
  const program = new Command('conformance')
    .description('Checks whether runs followed the team that a formation declares.')
    .argument('<trace...>', 'files of spans (OTLP as JSON), or transcripts of Claude Code')
    .requiredOption('--formation <formation>', 'a file or an address')
    .option('--json', 'print one JSON document', false)
    .option(...nameOption, readName, new Map<string, string>())
    .exitOverride()
    .configureOutput({ writeOut: text => stdout.write(text), writeErr: text => stderr.write(text) });
  const { args } = program.parse(argv);
  const { formation, json, name } = program.opts<Options>();
  const team = await findFormation(formation);
  const declared = declaredBy(team, ownToolNames(), name);
  const verdicts = readTraces(args).map(trace => check(declared, trace));
  stdout.write(json ? asJson(team, verdicts) : asText(verdicts));
  return { conforms: 0, deviates: 1, cannot_tell: 2 }[overall(verdicts)];
}
