// Puts what the address names side by side: `?of=A&of=B`, two to four. The cells come from the site itself, as Markdown of one line.
// The site may be in a folder of its host.
const root = new URL('../', import.meta.url);
const form = document.querySelector('form.compare');
const place = document.querySelector('section.compared');
const asked = [...new Set(new URLSearchParams(location.search).getAll('of').map(text => text.trim()))]
  .filter(Boolean)
  .slice(0, 4);

const load = async path => {
  const answer = await fetch(new URL(path, root));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
};

const element = (name, ...content) => {
  const made = document.createElement(name);
  made.append(...content);
  return made;
};

/** Text with its escapes undone. */
const plain = text => text.replace(/\\([\\`*[\]<_~&:@.#+=>|-])/g, '$1');

/** A link into this site, to the page for people where there is one. */
function linkTo(path, name) {
  const link = element('a', plain(name));
  link.href = new URL(path.slice(1).replace(/\.md(?=$|[?#])/, '.html'), root).href;
  return link;
}

/** Markdown of one line as text and links. */
function nodesOf(markdown) {
  const nodes = [];
  let at = 0;
  for (const found of markdown.matchAll(/(?<!\\)\[((?:[^\]\\]|\\.)*)\]\((\/[^)\s]*)\)/g)) {
    nodes.push(plain(markdown.slice(at, found.index)), linkTo(found[2], found[1]));
    at = found.index + found[0].length;
  }
  return [...nodes, plain(markdown.slice(at))];
}

function tableOf(subjects) {
  const head = subjects.map(({ path, title }) => {
    const cell = element('th', linkTo(path, title));
    cell.scope = 'col';
    return cell;
  });
  const names = [...new Set(subjects.flatMap(({ rows }) => rows.map(([name]) => name)))];
  // The longest list of rows has the order of all.
  const order = subjects.map(({ rows }) => rows.map(([name]) => name)).sort((a, b) => b.length - a.length)[0];
  names.sort((a, b) => (order.indexOf(a) + 1 || 99) - (order.indexOf(b) + 1 || 99));
  const rows = names.map(name => {
    const cells = subjects.map(({ rows }) => {
      const cell = rows.find(([own]) => own === name)?.[1];
      return element('td', ...(cell ? nodesOf(cell) : ['–']));
    });
    const first = element('th', name);
    first.scope = 'row';
    return element('tr', first, ...cells);
  });
  const table = element(
    'table',
    element('thead', element('tr', element('td'), ...head)),
    element('tbody', ...rows),
  );
  const scroll = element('div', table);
  scroll.className = 'scroll';
  scroll.tabIndex = 0;
  scroll.setAttribute('role', 'group');
  scroll.setAttribute('aria-label', 'Table');
  return scroll;
}

const say = (...content) => {
  place.replaceChildren(...content);
  place.hidden = false;
};

/** What was asked for, as the catalog calls it: by its name or its title. */
function find(list, text) {
  const wanted = text.toLowerCase();
  return list.find(([key, , title]) => key === wanted || title.toLowerCase() === wanted);
}

async function show(list) {
  const found = asked.map(text => find(list, text));
  const unknown = asked.filter((_, at) => !found[at]);
  if (unknown.length > 0)
    return say(element('p', `Nothing here is called ${unknown.join(', ')}. Choose a name from the list.`));
  if (found.length < 2) return say(element('p', 'Choose at least two.'));
  const parts = await Promise.all(
    [...new Set(found.map(([, , , part]) => part))].map(part => load(`reading/compare/${part}.json`)),
  );
  const subjects = found.map(([key]) => parts.flat().find(subject => subject.key === key));
  const title = subjects.map(subject => subject.title).join(' or ');
  document.title = `${title} · ${document.title}`;
  say(element('h2', title), tableOf(subjects));
}

async function ready() {
  for (const [at, input] of [...form.querySelectorAll('input')].entries()) input.value = asked[at] ?? '';
  form.addEventListener('submit', event => {
    event.preventDefault();
    const names = [...form.querySelectorAll('input')].map(({ value }) => value.trim()).filter(Boolean);
    location.search = new URLSearchParams(names.map(name => ['of', name])).toString();
  });
  const list = await load('reading/compare.json');
  form.querySelector('datalist').append(
    ...list.map(([key, kind, title]) => {
      const option = element('option', title === key ? kind : `${title}, ${kind}`);
      option.value = key;
      return option;
    }),
  );
  form.classList.add('ready');
  if (asked.length > 0) await show(list);
}

ready().catch(() =>
  say(element('p', 'What is to be compared cannot be loaded here. Take a pair from the list below.')),
);
