// What a reader may have beyond the page: another theme, the Markdown to copy, and suggestions while typing. Nothing needs it.
const root = document.documentElement;
const theme = () =>
  root.dataset.theme || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
try {
  const kept = localStorage.getItem('theme');
  if (kept === 'light' || kept === 'dark') root.dataset.theme = kept;
} catch {
  // A browser that keeps nothing shows its own theme.
}

function readyThemeButton() {
  const button = document.querySelector('.theme');
  const show = () => {
    button.textContent = theme() === 'dark' ? '☀' : '☾';
    button.setAttribute('aria-label', theme() === 'dark' ? 'Light theme' : 'Dark theme');
  };
  button.addEventListener('click', () => {
    root.dataset.theme = theme() === 'dark' ? 'light' : 'dark';
    try {
      localStorage.setItem('theme', root.dataset.theme);
    } catch {
      // Then it holds for this page.
    }
    show();
  });
  show();
  button.classList.add('ready');
}

function showCopyButtons() {
  for (const button of document.querySelectorAll('[data-copy]')) {
    if (!navigator.clipboard) return;
    button.classList.add('ready');
    button.addEventListener('click', async () => {
      const answer = await fetch(button.dataset.copy);
      await navigator.clipboard.writeText(await answer.text());
      button.firstChild.data = 'Copied';
    });
  }
}

/** The address of the folder with the files that pages load, of which this script is one. */
const files = document.currentScript.src.replace(/[^/]*$/, '');
const site = new URL('..', files);
const fromFiles = async name => {
  const answer = await fetch(files + name);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.json();
};

let opening;
/** Returns the search, which is loaded when a reader first searches. */
const search = () =>
  (opening ??= open().catch(error => {
    opening = undefined;
    throw error;
  }));
async function open() {
  const core = await fromFiles('search.json');
  const { OpenedSearch, highlighted } = await import(files + core.module);
  const named = name => fromFiles(`search-${core.version}-${name}.json`);
  const opened = new OpenedSearch(core, { shard: named, vocabulary: () => named('words') });
  return { ask: question => opened.ask(question), highlighted };
}

/** Returns the address of the HTML twin of a Markdown page, wherever the site is. */
const addressOf = path => new URL(path.slice(1).replace(/\.md(?=$|#)/, '.html'), site).href;
const kindOf = kind => kind.replaceAll('_', ' ');

function element(name, properties, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Returns the pieces of a text, with the words that were asked for in `mark` elements. */
const marked = (pieces, text, query) =>
  pieces(text, query).map(piece => (piece.isAsked ? element('mark', {}, piece.text) : piece.text));

/** Returns a page as an option of a list. */
function optionOf({ path, title, kind, description }, id, marks) {
  const note = element('small', {}, `${kindOf(kind)} · `, ...marks(description));
  const option = element(
    'li',
    { id, role: 'option', 'aria-selected': 'false' },
    element('span', {}, ...marks(title)),
    note,
  );
  option.addEventListener('click', () => location.assign(addressOf(path)));
  return option;
}

const maxSuggestions = 8;

/** Makes a search box suggest pages: a combobox with a list, as the ARIA Authoring Practices describe it. */
function suggest(form) {
  const input = form.querySelector('input[type=search]');
  const id = `${input.id}-list`;
  const list = element('ul', { id, class: 'suggestions', role: 'listbox', 'aria-label': 'Suggestions' });
  const status = element('p', { class: 'hidden', role: 'status' });
  let active = -1;
  let asked = '';
  list.hidden = true;
  form.append(list, status);
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': id,
  }))
    input.setAttribute(name, value);
  const show = isShown => {
    list.hidden = !isShown;
    input.setAttribute('aria-expanded', String(isShown));
    if (!isShown) choose(-1);
  };
  const choose = at => {
    const options = [...list.children];
    options[active]?.setAttribute('aria-selected', 'false');
    active = options.length === 0 || at < 0 ? -1 : at % options.length;
    const option = options[active];
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    if (option) input.setAttribute('aria-activedescendant', option.id);
    else input.removeAttribute('aria-activedescendant');
  };
  input.addEventListener('input', async () => {
    const query = input.value.trim();
    asked = query;
    if (query === '') {
      show(false);
      status.textContent = '';
      return;
    }
    const { ask, highlighted } = await search();
    const { pages } = await ask({ query });
    if (asked !== query) return;
    const options = pages
      .slice(0, maxSuggestions)
      .map((page, at) => optionOf(page, `${id}-${at}`, text => marked(highlighted, text, query)));
    list.replaceChildren(...options);
    active = -1;
    choose(-1);
    show(options.length > 0);
    status.textContent =
      options.length > 0
        ? `${options.length} of ${pages.length} pages. Choose with the arrow keys.`
        : 'No page has these words.';
  });
  // The box keeps the focus, also while an option is clicked.
  list.addEventListener('mousedown', event => event.preventDefault());
  listenToArrows(input, list, { show, choose, active: () => active });
  input.addEventListener('blur', () => show(false));
}

/** Handles the keys of a combobox: the arrows choose, Enter opens the chosen page, and Escape closes the list. */
function listenToArrows(input, list, { show, choose, active }) {
  input.addEventListener('keydown', event => {
    if (event.key === 'Escape' && !list.hidden) {
      show(false);
      event.preventDefault();
    } else if (event.key === 'ArrowDown' && list.children.length > 0) {
      show(true);
      choose(active() + 1);
      event.preventDefault();
    } else if (event.key === 'ArrowUp' && list.children.length > 0) {
      show(true);
      choose(active() <= 0 ? list.children.length - 1 : active() - 1);
      event.preventDefault();
    } else if (event.key === 'Enter' && active() >= 0) {
      list.children[active()].click();
      event.preventDefault();
    }
  });
}

/** Makes `/` and Ctrl-K lead to the search box. `/` does not while the reader is typing. */
function listenForKeys() {
  const box = document.querySelector('.bar form.search input[type=search]');
  document.addEventListener('keydown', event => {
    const isWriting = event.target.closest?.('input, textarea, select, [contenteditable]');
    const isSlash = event.key === '/' && !isWriting && !event.ctrlKey && !event.metaKey && !event.altKey;
    const isCtrlK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    if (!box || (!isSlash && !isCtrlK)) return;
    event.preventDefault();
    box.focus();
    box.select();
  });
}

const maxResults = 20;

/** Shows the results of the search in the address, on a host of plain files. */
async function showResults(place) {
  const asked = new URLSearchParams(location.search);
  const query = (asked.get('q') ?? '').trim().slice(0, 200);
  const kind = asked.get('kind') || undefined;
  const offset = Math.max(0, Number(asked.get('offset')) || 0);
  if (query === '') return;
  const heading = document.querySelector('h1');
  document.title = `${query} · ${document.title}`;
  heading.textContent = `Search: ${query}`;
  for (const input of document.querySelectorAll('form.search input[type=search]')) input.value = query;
  const lead = document.querySelector('.lead');
  lead.setAttribute('role', 'status');
  lead.textContent = 'Searching…';
  const { ask, highlighted } = await search();
  const { pages: all } = await ask({ query });
  const pages = kind ? (await ask({ query, kind })).pages : all;
  const shown = pages.slice(offset, offset + maxResults);
  const link = more =>
    `?${new URLSearchParams(Object.entries({ q: query, kind, ...more }).filter(([, value]) => value))}`;
  const counts = new Map();
  for (const page of all) counts.set(page.kind, (counts.get(page.kind) ?? 0) + 1);
  const chips = [['', all.length], ...[...counts].sort((a, b) => b[1] - a[1])].map(([name, count]) => {
    const chip = element(
      'a',
      { href: link({ kind: name }) },
      `${kindOf(name || 'all')} `,
      element('small', {}, String(count)),
    );
    if ((kind ?? '') === name) chip.setAttribute('aria-current', 'true');
    return element('li', {}, chip);
  });
  const cards = shown.map(page => {
    const title = element('a', { href: addressOf(page.path) }, ...marked(highlighted, page.title, query));
    const about = element('p', {}, ...marked(highlighted, page.description, query));
    return element(
      'section',
      { class: 'card' },
      element('p', { class: 'kind' }, kindOf(page.kind)),
      element('h2', {}, title),
      about,
    );
  });
  const steps = [
    ...(offset > 0 ? [['Previous results', Math.max(0, offset - maxResults)]] : []),
    ...(offset + maxResults < pages.length ? [['Next results', offset + maxResults]] : []),
  ].map(([name, to]) => element('a', { class: 'button', href: link({ offset: to || '' }) }, name));
  lead.textContent =
    shown.length === 0
      ? 'No page has these words. Say in plain English what the work is.'
      : `${offset + 1} to ${offset + shown.length} of ${pages.length} pages, best first.`;
  place.replaceChildren(
    element('ul', { class: 'chips', 'aria-label': 'Kinds of pages' }, ...chips),
    element('div', { class: 'results' }, ...cards),
    element('p', { class: 'steps' }, ...steps),
  );
}

document.addEventListener('DOMContentLoaded', () => {
  readyThemeButton();
  showCopyButtons();
  // A page that was opened as a file cannot load others.
  if (location.protocol === 'file:') return;
  for (const form of document.querySelectorAll('form.search')) {
    form.classList.add('ready');
    suggest(form);
  }
  listenForKeys();
  const place = document.querySelector('[data-results]');
  if (place) showResults(place);
});
