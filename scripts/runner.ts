/**
 * A reference runner of evaluations. It claims assignments, keeps their leases alive, carries out each case, and submits the
 * result. `agent-topology tenant run` is the same:
 *
 *     RUNNER_TOKEN=atc_… npx tsx scripts/runner.ts --base-url http://localhost:8080 --tenant acme -- \
 *       ./run-case.sh {case} {lock} {model:fixer}
 *     RUNNER_TOKEN=atc_… npx tsx scripts/runner.ts --base-url http://localhost:8080 --tenant acme --parallel 4 \
 *       --agent claude --task cases/{case}/task.md --work cases/{case}/files --check cases/{case}/check
 *
 * A command gets `{case}`, `{case_digest}`, `{lock}`, `{formation}`, `{suite}`, `{repetition}`, `{model}` and, for each role of
 * the lock, `{model:ROLE}`. Its last line of output is a JSON object such as
 * `{"outcome":"pass","tests_ran":12,"tests_passed":12,"input_tokens":184000,"output_tokens":9100}`. With `--agent` the outcome
 * is that of the check (docs/runners.md#19).
 */
import { runner } from './runner/program.ts';
import { outliveReaders } from './support/closed-output.ts';

outliveReaders();
await runner(process);
