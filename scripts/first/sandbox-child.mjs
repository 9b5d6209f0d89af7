/**
 * Runs a program that a stranger wrote in a context that holds nothing of this process: no module, no file, no network. Reads the
 * program and its tests as JSON, and answers with what each test says.
 */
import { text } from 'node:stream/consumers';
import { createContext, Script } from 'node:vm';

/**
 * Gives the context `same`, and keeps what it notes out of reach. What it uses is taken before the program runs, which might
 * replace it.
 */
const harness = new Script(`(() => {
  const { stringify } = JSON;
  const { is, keys, getPrototypeOf, prototype } = Object;
  const { isArray } = Array;
  const { apply } = Reflect;
  const { sort, map, join, push } = Array.prototype;
  const call = (f, self, ...given) => apply(f, self, given);
  const written = value => {
    if (typeof value === 'number' && is(value, -0)) return '-0';
    if (value === undefined || typeof value === 'number') return \`\${value}\`;
    if (typeof value !== 'object' || value === null) return stringify(value) ?? typeof value;
    if (isArray(value)) return \`[\${call(join, call(map, value, each => written(each)), ',')}]\`;
    const names = call(sort, keys(value));
    return \`{\${call(join, call(map, names, name => stringify(name) + ':' + written(value[name])), ',')}}\`;
  };
  let notes = [];
  globalThis.same = (actual, expected) => {
    const [a, b] = [written(actual), written(expected)];
    call(push, notes, a === b ? '' : 'expected ' + b + ', got ' + a);
  };
  return () => { const noted = stringify(notes); notes = []; return noted; };
})()`);

const milliseconds = 500;

function run({ code, tests }) {
  const context = createContext(Object.create(null), { codeGeneration: { strings: false, wasm: false } });
  const noted = harness.runInContext(context);
  const failure = attempt(code, context);
  return tests.map(test => {
    if (failure !== undefined) return failure;
    // Each test has its own names.
    const own = attempt(`{ ${test} }`, context);
    if (own !== undefined) return own;
    try {
      const notes = JSON.parse(String(noted()));
      return notes.length === 1 ? notes[0] : 'The test was not decided.';
    } catch {
      return 'The test was not decided.';
    }
  });
}

/** Runs a text. Returns what went wrong; undefined when nothing did. */
function attempt(program, context) {
  try {
    new Script(program).runInContext(context, { timeout: milliseconds });
    return undefined;
  } catch (error) {
    return describe(error);
  }
}

/** Describes an error as text. It may be any value, and reading its message may throw again. */
function describe(error) {
  try {
    if (error?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return `It did not end within ${milliseconds} ms.`;
    return `It threw ${String(error?.message ?? error).slice(0, 200)}`;
  } catch {
    return 'It threw.';
  }
}

// A promise that a program left behind is rejected after its answer; it must not end the process.
process.on('unhandledRejection', () => undefined);

process.stdout.write(JSON.stringify(run(JSON.parse(await text(process.stdin)))), () => process.exit());
