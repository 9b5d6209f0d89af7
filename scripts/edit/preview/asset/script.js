// What the preview adds to a page: it loads the page again when it changed, and shows the mistakes of the content.
const { digest } = document.currentScript.dataset;

/** An element with attributes and what is in it. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

const panel = make('aside', { class: 'preview', 'aria-label': 'Preview', 'aria-live': 'polite' });

/** Corrects what is certain in a file. The page is loaded again when that changed it. */
async function fix(file, button) {
  button.disabled = true;
  const answer = await fetch('/preview/fix', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ file }),
  }).catch(() => undefined);
  if (answer?.ok) return;
  button.disabled = false;
  button.after(make('p', { class: 'failed' }, answer ? await answer.text() : 'The preview has ended.'));
}

function item({ file, line, column, path, page, message, help, rule, fixable }) {
  const place = `${file}:${line}:${column}`;
  const parts = [
    make('a', { class: 'place', href: `vscode://file${encodeURI(path)}:${line}:${column}` }, place),
    make('p', {}, make('strong', {}, message), ` [${rule}]`),
    make('p', {}, help),
  ];
  if (fixable) {
    const button = make('button', { type: 'button' }, 'Fix what is certain in this file');
    button.addEventListener('click', () => fix(file, button));
    parts.push(button);
  }
  if (page !== own) parts.push(make('a', { href: page }, 'Show the page'));
  return make('li', {}, ...parts);
}

// The page of the address, whose mistakes are shown at once.
const own = location.pathname === '/' ? '/index.html' : location.pathname;

function list(title, diagnostics, isOpen) {
  if (diagnostics.length === 0) return [];
  const details = make(
    'details',
    {},
    make('summary', {}, `${title}: ${diagnostics.length}`),
    make('ul', {}, ...diagnostics.map(item)),
  );
  details.open = isOpen;
  return [details];
}

function show({ notice, diagnostics }) {
  const here = diagnostics.filter(({ page }) => page === own);
  const elsewhere = diagnostics.filter(({ page }) => page !== own);
  panel.replaceChildren(
    ...(notice ? [make('p', { class: 'notice' }, notice)] : []),
    ...list('Mistakes of this page', here, true),
    ...list('Mistakes elsewhere', elsewhere, false),
  );
  panel.hidden = panel.childElementCount === 0;
}

document.body.append(panel);
const events = new EventSource(
  `/preview/events?of=${encodeURIComponent(location.pathname + location.search)}`,
);
events.addEventListener('message', ({ data }) => {
  const state = JSON.parse(data);
  if (state.digest !== digest && !location.pathname.startsWith('/search.')) location.reload();
  else show(state);
});
// A browser that goes back to the page shows what it was.
addEventListener('pagehide', () => events.close());
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
