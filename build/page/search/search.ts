/** `/search.md` without a question, which says how to ask one. The server answers questions (docs/http.md#12). */

import { inDomainOrder } from '#document/kind/field.ts';
import type { Kind } from '#document/kind/kind.ts';
import { doc } from '#document/message/index.ts';
import type { Catalog } from '../../catalog/source/catalog.ts';
import { composedPage, type Page, type Setting } from '../compose/page.ts';

export function searchPages({ domains }: Catalog, setting: Setting): Page[] {
  const { baseUrl } = setting;
  const body = `A program sends its question over HTTP and gets the pages that fit, best first:

    ${baseUrl}/search.md?q=fix+a+bug+in+a+repository+that+has+tests

| parameter | what |
| --- | --- |
| \`q\` | the task or question, up to 2,000 characters; required |
| \`kind\` | pages of one kind, such as \`pattern\` or \`starter\` |
| \`domain\` | ${inDomainOrder(domains.keys())
    .map(name => `\`${name}\``)
    .join(', ')} |
| \`task_class\` | a task class that [a domain](/domains/index.md) declares, such as \`coding.bug_fix\` |
| \`limit\` | results in one answer, 1 to 20; 8 if absent |
| \`offset\` | how many results to skip |

An answer says how many pages it found by kind, domain, family and evidence. Its header \`Link\` names the previous and the next results.
If a parameter is not valid, the answer is 400 and says which values are valid. Over MCP, the tool \`search\` ranks pages in the same way.`;
  return [
    composedPage({
      kind: doc as unknown as Kind,
      path: '/search.md',
      title: 'Search',
      description: 'Say what the work is, or name a task, a team, a pattern, a source or a term.',
      body: () => body,
      setting,
    }),
  ];
}
