/**
 * The functions that programs bring, as text in TypeScript: each is written only where it is used. Programs in JavaScript have the same
 * text without its types.
 */

const types =
  '(?:Works|Body|string|number|unknown|Record<string, string\\[\\]>|\\(\\(\\) => Promise<unknown>\\))(?:\\[\\])*';
const annotation = new RegExp(`: ${types}(?=[,)]| =| \\{| =>)| as ${types}|\\?(?=: )`, 'g');

/** Returns a text in TypeScript as JavaScript. It must have no types but those that are known here. */
export const untyped = (code: string): string => code.replace(annotation, '');

/** The functions that the steps of a team call, by name. */
export const stepCode: Readonly<Record<string, string>> = {
  each: `// Runs instances, a few at a time, each with its own outputs, and adds what they wrote to the outputs of all.
async function each(own: Works, items: Works[], atOnce: number, body: Body, gathers: string[]) {
  const start = { ...own };
  const isWritten = (works: Works, name: string) => name.includes('.') || works[name] !== start[name];
  for (let from = 0; from < items.length; from += atOnce) {
    const mine = items.slice(from, from + atOnce).map(item => Object.assign(Object.create(null), start, item));
    try {
      await together(mine.map((works: Works) => () => body(works)));
    } finally {
      for (const name of gathers) {
        const values = mine.flatMap((works: Works) => (isWritten(works, name) ? (works[name] ?? []) : []));
        own[name] = name.includes('.') ? values.includes(true) : [own[name] ?? [], values].flat();
      }
    }
  }
}`,
  items: `// Makes one instance for each item of a list, or for the items of several lists with the same place.
function items(own: Works, names: string[]) {
  const lists = names.map(name => (own[name] ?? []) as unknown[]);
  const item = (at: number) => Object.fromEntries(names.map((name, place) => [name, lists[place]?.[at]]));
  return (lists[0] ?? []).map((_, at) => ({ ...item(at), copy: \` \${at + 1}\` }));
}`,
  copies: `// Makes several instances that see the same.
function copies(count: number) {
  return Array.from({ length: count }, (_, at) => ({ copy: \` \${at + 1} of \${count}\` }));
}`,
  again: `// Says whether a loop may run one more round.
function again(loop: string, most: number) {
  rounds[loop] = (rounds[loop] ?? 0) + 1;
  return rounds[loop] <= most;
}`,
};

/** The operations of programs of a team, by the name of their function. */
export const operationCode: Readonly<Record<string, string>> = {
  deduplicate: `// Keeps the first of the items of a list that agree in some fields. Case and spaces do not count.
function deduplicate(list: unknown, by: string[], most = Infinity) {
  const plain = (value: unknown) => String(value).toLowerCase().replace(/\\s+/g, ' ').trim();
  const key = (item: Works) => JSON.stringify(by.map(field => plain(item[field])));
  const items = ((list ?? []) as Works[]).toReversed();
  return [...new Map(items.map(item => [key(item), item])).values()].reverse().slice(0, most);
}`,
  vote: `// Counts the values of a field. The most frequent value wins; among equally frequent ones, the first.
function vote(list: unknown, on: string) {
  const counts = new Map();
  for (const item of (list ?? []) as Works[]) counts.set(String(item[on]), (counts.get(String(item[on])) ?? 0) + 1);
  const [answer = '', votes = 0] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  return { answer, votes, of: ((list ?? []) as Works[]).length, counts: Object.fromEntries(counts) };
}`,
  checkQuotes: `// Keeps the items whose quote is in the page that they name. Spaces do not count. Pages are a text, or a list of pages.
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
  arrange: `// Writes outputs as Markdown, with a section for each. Of a list it writes the items whose fields have the values to keep.
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

/** The words of a work for a model. */
export const wordsCode = `function inWords(work: unknown) {
  return typeof work === 'string' ? work : JSON.stringify(work, null, 2);
}`;
