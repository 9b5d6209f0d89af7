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

/** One file of the Markdown of an export: the block below the heading that is its path. */
function fileIn(markdown, path) {
  const lines = markdown.split('\n');
  const start = lines.indexOf(`## \`${path}\``) + 2;
  const fence = /^`+/.exec(lines[start])[0];
  return `${lines.slice(start + 1, lines.indexOf(fence, start + 1)).join('\n')}\n`;
}

async function textFor({ copy, file, text }) {
  if (text !== undefined) return text;
  const markdown = await (await fetch(copy)).text();
  return file === undefined ? markdown : fileIn(markdown, file);
}

function showCopyButtons() {
  for (const button of document.querySelectorAll('[data-copy], [data-text]')) {
    if (!navigator.clipboard) return;
    button.classList.add('ready');
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(await textFor(button.dataset));
      button.textContent = 'Copied';
    });
  }
}

/** Walks the steps of a run: each is marked in the list and in the drawings while it is on. */
function readyPlayButton() {
  for (const button of document.querySelectorAll('[data-play]')) {
    const team = button.closest('.team');
    const steps = team.querySelectorAll('.walk li');
    let timer;
    const mark = at => {
      for (const part of team.querySelectorAll('.now')) part.classList.remove('now');
      clearTimeout(timer);
      const isOn = at < steps.length;
      button.textContent = isOn ? 'Stop' : 'Play one run';
      if (!isOn) return;
      for (const part of team.querySelectorAll(`[data-step="${at + 1}"]`)) part.classList.add('now');
      timer = setTimeout(() => mark(at + 1), 1200);
    };
    button.classList.add('ready');
    button.addEventListener('click', () => mark(button.textContent === 'Stop' ? steps.length : 0));
  }
}

let loading;
const load = () => (loading ??= fetch('/reading/suggest.json').then(answer => answer.json()));

/** Pages that have all words: in the title before in the description. */
function found(pages, text) {
  const words = text.toLowerCase().split(/\W+/).filter(Boolean);
  if (words.length === 0) return [];
  const score = ([, title, kind, description]) => {
    const name = title.toLowerCase();
    const rest = `${kind} ${description}`.toLowerCase();
    let sum = 0;
    for (const word of words) {
      if (name.startsWith(word)) sum += 4;
      else if (name.includes(word)) sum += 3;
      else if (rest.includes(word)) sum += 1;
      else return 0;
    }
    return sum;
  };
  return pages
    .map(page => ({ page, sum: score(page) }))
    .filter(({ sum }) => sum > 0)
    .sort((a, b) => b.sum - a.sum)
    .slice(0, 8)
    .map(({ page }) => page);
}

function suggest(form) {
  const input = form.querySelector('input');
  const list = document.createElement('ul');
  list.className = 'suggestions';
  list.hidden = true;
  form.append(list);
  input.addEventListener('input', async () => {
    const pages = found(await load(), input.value);
    list.replaceChildren(...pages.map(item));
    list.hidden = pages.length === 0;
  });
  form.addEventListener('keydown', event => {
    if (event.key === 'Escape') list.hidden = true;
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const stops = [input, ...list.querySelectorAll('a')];
    const at = stops.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1);
    stops[(at + stops.length) % stops.length].focus();
    event.preventDefault();
  });
  // Without an address to ask, the best suggestion is the answer.
  if (!form.hasAttribute('action')) {
    form.classList.add('ready');
    form.addEventListener('submit', event => {
      event.preventDefault();
      list.querySelector('a')?.click();
    });
  }
  form.addEventListener('focusout', event => {
    if (!form.contains(event.relatedTarget)) list.hidden = true;
  });
}

function item([path, title, kind, description]) {
  const link = document.createElement('a');
  link.href = path;
  link.append(title);
  const note = document.createElement('small');
  note.textContent = `${kind.replaceAll('_', ' ')} · ${description}`;
  link.append(note);
  const line = document.createElement('li');
  line.append(link);
  return line;
}

document.addEventListener('DOMContentLoaded', () => {
  readyThemeButton();
  showCopyButtons();
  readyPlayButton();
  for (const form of document.querySelectorAll('form.search')) suggest(form);
});
