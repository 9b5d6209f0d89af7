/** The actions of a reader on a page beside reading it: to copy its Markdown, see it, or give the catalog to an agent. */
import { type Html, html } from './html/html.ts';

/** The name by which clients know the MCP server of a catalog. */
const serverName = 'catalog';

/**
 * @param path of the Markdown
 * @param server the address of the MCP server; absent where a host of plain files serves the page
 */
export const actions = (path: string, server: string | undefined): Html => html`
  <div class="actions">
    <details class="open-in">
      <summary>For agents</summary>
      <ul>
        <li><a href="/llms.txt">llms.txt: where agents begin</a></li>
        <li><a href="${path}">View the source of this page</a></li>
        ${server !== undefined && installs(server)}
      </ul>
    </details>
    <button type="button" class="scripted" data-copy="${path}">Copy<span class="hidden"> this page as Markdown</span></button>
    <a href="${path}">Markdown</a>
  </div>`;

/** How each client takes a server: by a link of its own where it has one, else by a command. */
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
