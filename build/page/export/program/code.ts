/** The functions that programs bring for what their team does in code, as text: each is written only where it is used. */

/** By the name of the function. They are JavaScript; with `: any` after each parameter they are TypeScript. */
export const operationCode: Readonly<Record<string, string>> = {
  deduplicate: `// Unites the items of a list that agree in some fields, whatever their case and spaces are; the first of them stays.
function deduplicate(list, by, most = list.length) {
  const key = item => JSON.stringify(by.map(field => String(item[field]).toLowerCase().replace(/\\s+/g, ' ').trim()))
  return [...new Map([...list].reverse().map(item => [key(item), item])).values()].reverse().slice(0, most)
}`,
  vote: `// Counts the values of a field. The most frequent one wins; of those that are equally frequent, the one that came first.
function vote(list, on) {
  const counts = {}
  for (const item of list) counts[item[on]] = (counts[item[on]] ?? 0) + 1
  const [first] = Object.entries(counts).sort((a, b) => b[1] - a[1])
  return { answer: first?.[0] ?? '', votes: first?.[1] ?? 0, of: list.length, counts }
}`,
  checkQuotes: `// Keeps the items whose quote stands in the page that they name, whatever the spaces are. Pages are texts by name, or one text.
function checkQuotes(list, pages, quote, page) {
  const plain = text => String(text).replace(/\\s+/g, ' ').trim()
  const texts = [pages].flat(2).map(each => (typeof each === 'string' ? { text: each } : each))
  const isThere = item => texts.some(each => (each[page] ?? item[page]) === item[page] && plain(each.text).includes(plain(item[quote])))
  return list.filter(item => plain(item[quote]) !== '' && isThere(item))
}`,
  match: `// Puts beside each item of a list those of another one that agree with it in some fields.
function match(list, others, by) {
  const agrees = (a, b) => by.every(field => String(a[field]) === String(b[field]))
  return list.map(item => ({ ...item, matches: others.filter(other => agrees(item, other)) }))
}`,
  arrange: `// Writes works as Markdown, one section each; of lists those items whose fields have the values to keep.
function arrange(own, names, keep) {
  const isKept = item => Object.entries(keep).every(([field, values]) => item[field] === undefined || values.includes(item[field]))
  const plain = value => (typeof value === 'string' ? value : JSON.stringify(value))
  const words = item => (typeof item === 'string' ? item : Object.entries(item).map(([name, value]) => \`\${name}: \${plain(value)}\`).join('; '))
  const section = work => (Array.isArray(work) ? work.filter(isKept).map(item => \`- \${words(item)}\`).join('\\n') || 'None.' : words(work ?? 'None.'))
  return names.map(name => \`## \${name}\\n\\n\${section(own[name])}\\n\`).join('\\n')
}`,
};
