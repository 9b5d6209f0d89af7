// On a page to choose by: the heads of its columns sort, and the count follows the filters. Nothing needs it.

/** Returns the value of a cell by which rows are sorted: a number if the cell states one, else its text. */
const orderOf = cell => (cell.dataset.at === undefined ? cell.textContent.trim() : Number(cell.dataset.at));

/** Compares two cells: numbers come before texts, both from the least. */
function comparedCells(a, b) {
  const [one, other] = [orderOf(a), orderOf(b)];
  if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1;
  return typeof one === 'number' ? one - other : one.localeCompare(other);
}

/** Turns the heads of a table into buttons: the first press sorts, and the second reverses the order. */
function readySorting(table) {
  const heads = [...table.tHead.rows[0].cells];
  const body = table.tBodies[0];
  heads.forEach((head, at) => {
    const button = element('button', { type: 'button' }, head.textContent);
    head.replaceChildren(button);
    button.addEventListener('click', () => {
      const isUp = head.getAttribute('aria-sort') === 'ascending';
      for (const other of heads) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', isUp ? 'descending' : 'ascending');
      const rows = [...body.rows].sort((a, b) => comparedCells(a.cells[at], b.cells[at]));
      body.append(...(isUp ? rows.reverse() : rows));
    });
  });
}

/** Shows how many rows the filters leave: `12 of 52 patterns`. */
function readyCount(filters) {
  const place = document.querySelector('.choice [data-of]');
  const rows = [...place.parentElement.querySelectorAll('tbody tr')];
  const show = () => {
    const shown = rows.filter(row => getComputedStyle(row).display !== 'none').length;
    place.textContent = `${shown} of ${rows.length} ${place.dataset.of}`;
  };
  filters.addEventListener('change', show);
  show();
}

document.addEventListener('DOMContentLoaded', () => {
  for (const table of document.querySelectorAll('table[data-sorts]')) readySorting(table);
  const filters = document.querySelector('.facets');
  if (filters) readyCount(filters);
});
