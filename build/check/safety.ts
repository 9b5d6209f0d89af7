/**
 * Safe to read: a starter or formation is material to judge, so it carries nothing that acts (decisions, Safe to read).
 *
 * - endpoint: `https://api.example.com/run`, `localhost:8080`, `10.0.0.1` (the cited sources are named by slug)
 * - secret: `-----BEGIN PRIVATE KEY-----`, `ghp_…`, `AKIA…`, `api_key = 4f…`
 * - shell: a line that begins with `$ ` or with a command such as `curl`, and code marked as shell
 */
import { visit } from 'unist-util-visit';
import type { Fault } from '#document/fault.ts';
import { placeOf } from '../markdown.ts';
import type { ParsedSource } from '../source.ts';

interface Danger {
  rule: string;
  what: string;
  help: string;
  shapes: readonly RegExp[];
}

const dangers: readonly Danger[] = [
  {
    rule: 'safety-secret',
    what: 'what looks like a secret or key',
    help: 'Remove it, and revoke it if it was real.',
    shapes: [
      /-----BEGIN [A-Z0-9 ]*(?:PRIVATE KEY|CERTIFICATE)-----/,
      /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|glpat-[A-Za-z0-9_-]{16,})/,
      /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
      /\b(?:sk|pk|rk)[-_](?:live|test|ant|proj)?[-_]?[A-Za-z0-9_-]{20,}/,
      /\bxox[abprs]-[A-Za-z0-9-]{10,}/,
      /\bAIza[A-Za-z0-9_-]{30,}/,
      /\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\./,
      /\batc_[A-Za-z0-9]+_[A-Za-z0-9_-]{20,}/,
      /\b(?:api[_-]?key|secret|password|passwd|token)\s*[:=]\s*['"]?[A-Za-z0-9+/_-]{12,}/i,
      /\bBearer\s+[A-Za-z0-9._~+/-]{16,}/,
    ],
  },
  {
    rule: 'safety-endpoint',
    what: 'an address outside the catalog',
    help: 'Remove it; cite a source by its slug in `sources`, and name tools by kind.',
    shapes: [
      /\b[a-z][a-z0-9+.-]*:\/\/\S+/i,
      /\b(?:mailto|javascript|data):\S+/i,
      /\b(?:localhost|(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|ai|app|cloud|local|internal))(?::\d+)?(?:\/\S*)?/i,
      /\b(?:\d{1,3}\.){3}\d{1,3}\b/,
      /\[[0-9a-f:]{3,}\]:\d+/i,
    ],
  },
  {
    rule: 'safety-shell',
    what: 'a shell command',
    help: 'Say what is to be achieved, and leave the command to the reader.',
    shapes: [
      /^\s*(?:[-*]\s+|\d+\.\s+)?`{0,3}[$%#>]\s+[a-z./]/,
      /(?:^|[`|;&]|\$\()\s*(?:sudo|curl|wget|bash|sh|zsh|rm|chmod|chown|eval|exec|ssh|scp|nc|powershell|iex)\s+[-./~'"a-z0-9]/,
      /(?:^|[`|;&]|\$\()\s*(?:npm|npx|pip3?|pipx|uvx?|cargo|brew|apt(?:-get)?|docker|kubectl|git)\s+(?:install|i|run|exec|add|clone|push|pull|apply|delete)\b/,
      /\brm\s+-[rf]{1,2}\b/,
    ],
  },
];

const shellLanguages = /^(?:sh|bash|zsh|shell|console|shell-session|powershell|ps1|bat|cmd|fish)$/i;

export function checkSafety(source: ParsedSource): Fault[] {
  if (source.kind.form !== 'artifact') return [];
  const lines = source.text.split('\n');
  return [
    ...lines.flatMap((text, index) => lineFaults(text, index + 1)),
    ...codeFaults(source),
    ...linkFaults(source),
  ];
}

/** The first danger of each sort in a line. */
function lineFaults(text: string, line: number): Fault[] {
  return dangers.flatMap(danger => {
    const columns = danger.shapes.map(shape => text.search(shape)).filter(column => column >= 0);
    if (columns.length === 0) return [];
    const message = `The line holds ${danger.what}, which a starter or formation must not carry.`;
    return [
      { field: '', rule: danger.rule, message, help: danger.help, line, column: Math.min(...columns) + 1 },
    ];
  });
}

function codeFaults({ root }: ParsedSource): Fault[] {
  const faults: Fault[] = [];
  visit(root, 'code', node => {
    if (!node.lang || !shellLanguages.test(node.lang)) return;
    const message = `A block of code is marked as \`${node.lang}\`; a starter or formation must not carry shell commands.`;
    const help = 'Say what is to be achieved, and leave the command to the reader.';
    faults.push({ field: '', rule: 'safety-shell', message, help, ...placeOf(node) });
  });
  return faults;
}

/** A link that the shapes of addresses do not know: any that leaves the catalog. */
function linkFaults({ links }: ParsedSource): Fault[] {
  return links
    .filter(link => !/^[/#]/.test(link.url) && !/^[a-z][a-z0-9+.-]*:/i.test(link.url))
    .map(({ url, line, column }) => {
      const message = `The link \`${url}\` leaves the catalog.`;
      return {
        field: '',
        rule: 'safety-endpoint',
        message,
        help: 'Link to pages of the catalog by path.',
        line,
        column,
      };
    });
}
