/** `search`: teams for a task in plain words, with the ranking of the service. */
import { decodeUtf8, readDocument } from '#document/front-matter.ts';
import { readDist } from '../../../server/catalog/dist.ts';
import type { Site } from '../../../server/catalog/site.ts';
import { Refusal } from '../../../server/refusal.ts';
import { searchPath } from '../../../server/search/address.ts';
import { readSearchRequest } from '../../../server/search/request.ts';
import { findResults } from '../../../server/search/results.ts';
import { isAddress, openSource } from '../catalog/source.ts';
import { teamAt } from '../catalog/version.ts';
import { Failure } from '../failure.ts';
import { environment, print, say } from '../output.ts';

interface SearchOptions {
  from?: string;
  kind: string;
  taskClass?: string;
  limit?: string;
}

/** Prints what a catalog finds. @throws Failure when a filter is wrong or the catalog cannot be reached */
export async function search(words: readonly string[], options: SearchOptions): Promise<void> {
  const parameters = new URLSearchParams({ q: words.join(' '), kind: options.kind });
  if (options.taskClass !== undefined) parameters.set('task_class', options.taskClass);
  if (options.limit !== undefined) parameters.set('limit', options.limit);
  const from = options.from ?? environment().AGENT_TOPOLOGY_URL;
  const source = openSource(from);
  const text = isAddress(source.name)
    ? await asked(source.read(`${searchPath.slice(1)}?${parameters}`))
    : await found(source.name, parameters);
  print(text);
  say(nextStep(text));
}

async function asked(answer: Promise<Buffer | undefined>): Promise<string> {
  const decoded = decodeUtf8((await answer) ?? Buffer.alloc(0));
  if (decoded.ok && decoded.text !== '') return decoded.text;
  throw new Failure(
    'away',
    'The catalog answers no search. Give a service, or a folder that was built, with --from.',
  );
}

/** Searches a built folder as a service of it would. */
async function found(folder: string, parameters: URLSearchParams): Promise<string> {
  try {
    const { base_url: baseUrl, pages } = readDist(folder);
    // Search reads nothing else of a site, and the rest would bring the answers of the server into the command.
    const site = {
      baseUrl,
      entries: Array.from(pages.values(), page => page.readEntry()),
    } as unknown as Site;
    return (await findResults(readSearchRequest(parameters, site), site)).text;
  } catch (error) {
    if (error instanceof Refusal) throw new Failure('wrongUse', error.message);
    throw new Failure('away', (error as Error).message);
  }
}

function nextStep(text: string): string {
  const reading = readDocument(text);
  const results = reading.ok
    ? (reading.document.value.results as { path?: unknown }[] | undefined)
    : undefined;
  const team = results?.flatMap(({ path }) => teamAt(String(path)) ?? [])[0]?.team;
  return team === undefined
    ? 'Nothing fits. Say in other words what the work is, or choose another --kind.'
    : `Next: agent-topology show ${team}`;
}
