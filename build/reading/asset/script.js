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
      button.textContent = 'Copied';
    });
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
  for (const form of document.querySelectorAll('form.search')) suggest(form);
});
