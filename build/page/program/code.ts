/**
 * The functions of programs, as text in TypeScript. Each is written only into programs that use it. Programs in JavaScript have
 * the same text without its types.
 */

const types =
  '(?:Works|\\(own: Works\\) => Promise<unknown>|string|number|unknown|Record<string, string\\[\\]>|\\(\\(\\) => Promise<unknown>\\))(?:\\[\\])*';
const annotation = new RegExp(`: ${types}(?=[,)]| =| \\{| =>)| as ${types}|\\?(?=: )`, 'g');

/** Removes the types from a text in TypeScript. It knows only the types that occur in this file. */
export const untyped = (code: string): string => code.replace(annotation, '');

/** The functions that the steps of a team call, by name. */
export const stepCode: Readonly<Record<string, string>> = {
  each: `// Runs the instances of a role, a few at a time. Each sees the outputs so far, and its own join them when all have ended.
async function each(all: Works, items: Works[], atOnce: number, body: (own: Works) => Promise<unknown>, gathers: string[]) {
  const copy = (at: number) => ({ copy: \` \${at + 1} of \${items.length}\` });
  const instances = items.map((item, at) => Object.assign(Object.create(all), item, copy(at)));
  try {
    for (let from = 0; from < items.length; from += atOnce)
      await together(instances.slice(from, from + atOnce).map(own => () => body(own)));
  } finally {
    for (const name of gathers) {
      const values = instances.flatMap(own => (Object.hasOwn(own, name) ? own[name] : []));
      all[name] = name.includes('.') ? values.includes(true) : [all[name] ?? [], values].flat();
    }
  }
}`,
  again: `// Says whether a loop may run one more round.
function again(loop: string, most: number) {
  rounds[loop] = (rounds[loop] ?? 0) + 1;
  return rounds[loop] <= most;
}`,
};

/** The functions that do the work of program roles with a built-in operation, by name. */
export const operationCode: Readonly<Record<string, string>> = {
  deduplicate: `// Keeps the first of the items of a list that agree in some fields. It ignores case and spaces.
function deduplicate(list: unknown, by: string[], most = Infinity) {
  const plain = (value: unknown) => String(value).toLowerCase().replace(/\\s+/g, ' ').trim();
  const key = (item: Works) => JSON.stringify(by.map(field => plain(item[field])));
  const items = ((list ?? []) as Works[]).toReversed();
  return [...new Map(items.map(item => [key(item), item])).values()].reverse().slice(0, most);
}`,
  vote: `// Counts the values of a field. The most frequent value wins, and the first one in a tie.
function vote(list: unknown, on: string) {
  const counts = new Map();
  for (const item of (list ?? []) as Works[]) counts.set(String(item[on]), (counts.get(String(item[on])) ?? 0) + 1);
  const [answer = '', votes = 0] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  return { answer, votes, of: ((list ?? []) as Works[]).length, counts: Object.fromEntries(counts) };
}`,
  checkQuotes: `// Keeps the items whose quote is in the page that they name, whatever the spaces. Pages are a text, or a list of pages.
function checkQuotes(list: unknown, pages: unknown, quote: string, page: string) {
  const plain = (text: unknown) => String(text ?? '').replace(/\\s+/g, ' ').trim();
  const texts = ([pages].flat(2) as Works[]).map(each => (typeof each === 'object' ? each : { text: each }));
  const isOf = (each: Works, item: Works) => each[page] === undefined || each[page] === item[page];
  const isThere = (item: Works) => texts.some((each: Works) => isOf(each, item) && plain(each.text).includes(plain(item[quote])));
  return ((list ?? []) as Works[]).filter(item => plain(item[quote]) !== '' && isThere(item));
}`,
  match: `// Adds to each item of a list the items of another list that agree with it in some fields.
function match(list: unknown, others: unknown, by: string[]) {
  const agrees = (a: Works, b: Works) => by.every(field => String(a[field]) === String(b[field]));
  const matches = (item: Works) => ((others ?? []) as Works[]).filter(other => agrees(item, other));
  return ((list ?? []) as Works[]).map(item => ({ ...item, matches: matches(item) }));
}`,
  arrange: `// Writes outputs as Markdown, with a section for each. From a list it takes only the items whose fields have the values to keep.
function arrange(own: Works, names: string[], keep: Record<string, string[]>) {
  const isKept = (item: Works) => Object.entries(keep).every(([field, values]) => values.includes(String(item[field] ?? values[0])));
  const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  const line = (item: Works) => (typeof item === 'string' ? item : Object.entries(item).map(([name, value]) => \`\${name}: \${plain(value)}\`).join('; '));
  const lines = (work: unknown) => (Array.isArray(work) ? work.filter(isKept).map(item => \`- \${line(item)}\`).join('\\n') : plain(work ?? ''));
  return names.map(name => \`## \${name}\\n\\n\${lines(own[name]) || 'None.'}\\n\`).join('\\n');
}`,
};

/** The types of programs in TypeScript. */
export const typeCode = `type Works = Record<string, unknown>;
type Ended = 'done' | 'fault' | 'not started' | 'bound' | 'waits' | 'interrupted';`;

/** The code of the function that writes a work as words for a model. */
export const wordsCode =
  "const inWords = (work: unknown) => (typeof work === 'string' ? work : JSON.stringify(work, null, 2));";
