/**
 * The actions that a page offers in addition to reading: to copy or see its Markdown, to cite it,
 * and to give the catalog to an agent.
 */
import { hashName } from '#document/text/digest.ts';
import type { Beside } from './beside.ts';
import { citationNames } from './citation.ts';
import { type Html, html } from './html/html.ts';

/** The name under which clients list the MCP server of a catalog. */
const serverName = 'catalog';

/** A page, and the digest of its Markdown. */
interface Source {
  path: string;
  title: string;
  /** The SHA-256 of the Markdown, hexadecimal. */
  digest: string;
}

/**
 * Renders the buttons and links above a page: copy, Markdown, citation and clients.
 * @param server the address of the MCP server; undefined if a host of plain files serves the page
 */
export const actions = (source: Source, server: string | undefined, beside: Beside): Html => html`
  <div class="actions">
    <button type="button" class="scripted" data-copy="${source.path}">Copy<span class="hidden"> this page as Markdown</span></button>
    <a href="${source.path}">Markdown</a>
    ${beside.cited && citeMenu(source, beside)}
    <details class="open-in">
      <summary>For agents</summary>
      <ul>
        <li><a href="/llms.txt">llms.txt: where agents begin</a></li>
        <li><a href="${source.path}">View the source of this page</a></li>
        ${server !== undefined && installs(server)}
      </ul>
    </details>
  </div>`;

/** Renders the menu that cites a page, with the digest that names its bytes and links to the formats. */
const citeMenu = ({ path, title, digest }: Source, { site, cited, artifact }: Beside): Html => html`
  <details class="open-in">
    <summary>Cite</summary>
    <ul>
      <li>${[`${cited?.by ?? site}: ${title}`, cited?.version && `version ${cited.version}`, cited?.year].filter(Boolean).join(', ')}</li>
      <li><code class="digest">${hashName(artifact?.digest ?? digest)}</code></li>
      <li>${Object.entries(citationNames).map(
        ([extension, name], at) =>
          html`${at > 0 && ' · '}<a href="${path.replace(/md$/, extension)}" download>${name}</a>`,
      )}</li>
    </ul>
  </details>`;

/** Renders how to add the server to each client: a link that installs it, or a command. */
function installs(server: string): Html {
  const cursor = new URLSearchParams({
    name: serverName,
    config: Buffer.from(JSON.stringify({ url: server })).toString('base64'),
  });
  const code = encodeURIComponent(JSON.stringify({ name: serverName, type: 'http', url: server }));
  return html`
    <li><a href="cursor://anysphere.cursor-deeplink/mcp/install?${cursor.toString()}">Install the MCP server in Cursor</a></li>
    <li><a href="vscode:mcp/install?${code}">Install the MCP server in VS Code</a></li>
    <li>In Claude Code: <code>claude mcp add --transport http ${serverName} ${server}</code></li>`;
}
