// On the page of a team: what copies a command or one file of an export, and what walks the steps of a run. Nothing needs it.

/** Returns one file from the Markdown of an export: the block below the heading that is the path of the file. */
function fileIn(markdown, path) {
  const lines = markdown.split('\n');
  const start = lines.indexOf(`## \`${path}\``) + 2;
  const fence = /^`+/.exec(lines[start])[0];
  return `${lines.slice(start + 1, lines.indexOf(fence, start + 1)).join('\n')}\n`;
}

async function textFor({ text, file, of }) {
  return text ?? fileIn(await (await fetch(of)).text(), file);
}

function readyPartButtons() {
  if (!navigator.clipboard) return;
  for (const button of document.querySelectorAll('[data-text], [data-file]')) {
    button.classList.add('ready');
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(await textFor(button.dataset));
      button.firstChild.data = 'Copied';
    });
  }
}

/** Makes each play button go through the steps of a run: the current step is marked in the list and in the drawings. */
function readyPlayButtons() {
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

document.addEventListener('DOMContentLoaded', () => {
  readyPartButtons();
  readyPlayButtons();
});
