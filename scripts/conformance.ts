/**
 * Checks whether runs followed the team that a formation declares: its roles, edges, loops, tools and budget.
 *
 *     npx tsx scripts/conformance.ts TRACE… --formation FILE|URL [--json] [--name SEEN=DECLARED]
 *
 * A trace is OTLP in JSON with GenAI spans, or a transcript of Claude Code (docs/runners.md#10). Exit codes: 0 every run conforms,
 * 1 one deviates, 2 it cannot be told or the command is wrong.
 */
import { conformance } from './runner/conformance/program.ts';
import { outliveReaders } from './support/closed-output.ts';

outliveReaders();

await conformance(process);
