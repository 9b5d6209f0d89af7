/** `search`: finds teams for a task described in plain words, with the ranking of the service. */
import type { z } from 'zod';
import { searchResults } from '#document/kind/search-results.ts';
import { decodeUtf8 } from '#document/text/front-matter.ts';
import { byText } from '#document/text/manifest.ts';
import { searchPath } from '../../../../server/search/address.ts';
import { readSearchRequest } from '../../../../server/search/request.ts';
import { findResults } from '../../../../server/search/results.ts';
import { Entries, readDist } from '../../../../server/site/dist.ts';
import type { Site } from '../../../../server/site/site.ts';
import { Refusal } from '../../../../server/support/refusal.ts';
import { readAs } from '../../../support/client/document.ts';
import { BadAnswer } from '../../../support/client/error.ts';
import { limits } from '../../../support/client/limits.ts';
import { away, failed, wrongUse } from '../../../support/failure.ts';
import { print, report, say } from '../../../support/output.ts';
import { isAddress, openSource, type Source } from '../catalog/source.ts';
import { teamAt } from '../catalog/version.ts';
import { readLockFile } from '../install/lock-file.ts';
import { catalogOf, projectOf } from './options.ts';

interface SearchOptions {
  from?: string;
  kind: string;
  taskClass?: string;
  limit?: string;
}

/**
 * Prints the results of a search, and how to begin the likely task, which may need no team.
 * @throws Failure when a filter is wrong or the catalog cannot be reached
 */
export async function search(words: readonly string[], options: SearchOptions): Promise<void> {
  const question = new URLSearchParams({ q: words.join(' ') });
  if (options.taskClass !== undefined) question.set('task_class', options.taskClass);
  const parameters = new URLSearchParams([...question, ['kind', options.kind]]);
  if (options.limit !== undefined) parameters.set('limit', options.limit);
  const source = openSource(catalogOf(options, readLockFile(projectOf({}))));
  const ask = searcher(source);
  const results = resultsIn(await ask(parameters));
  const addressOf = (path: string) => `${source.name}${path}`;
  for (const { path, kind, title, description = '' } of results) {
    const lines = [title, ...(description === '' ? [] : [description]), addressOf(path)];
    print(`${lines.join('\n  ')}\n\n`);
    report({ kind, title, description, path, address: addressOf(path) });
  }
  // Results of one kind say nothing of the task; those of all kinds do, however few are shown.
  question.set('limit', '1');
  const task = likelyTask(await ask(question));
  if (task) {
    const { title, description, path } = task;
    print(`Likely task: ${title}. ${description}\n  When a team is worth it: ${addressOf(path)}`);
    report({ kind: 'likely_task', title, description, path, address: addressOf(path) });
  }
  const next = nextStep(results, task?.description);
  if (next !== undefined) say(next);
}

/** Returns the task that a page of results names, with its title, description and page; undefined if it names none. */
function likelyTask(text: string): Record<'title' | 'description' | 'path', string> | undefined {
  const line = /^Likely task: [^\n]{1,1000}$/m.exec(text)?.[0];
  const parts =
    line && /^Likely task: (.+?)\. (.*) \[When a team is worth it\]\(([^)\s]{1,600})\)\.?$/.exec(line);
  if (!parts) return undefined;
  const [title, description] = parts.slice(1, 3).map(part => part.replaceAll(/\\([^A-Za-z0-9\s])/g, '$1'));
  return { title: title!, description: description!, path: parts[3]! };
}

/** Returns the document of search results for the parameters of a search. */
type Ask = (parameters: URLSearchParams) => Promise<string>;

const searcher = (source: Source): Ask =>
  isAddress(source.name)
    ? parameters => asked(source.read(`${searchPath.slice(1)}?${parameters}`, limits.page))
    : searcherOf(source.name);

async function asked(answer: Promise<Buffer | undefined>): Promise<string> {
  const decoded = decodeUtf8((await answer) ?? Buffer.alloc(0));
  if (decoded.ok && decoded.text !== '') return decoded.text;
  throw away('This catalog cannot search. Name a service, or a folder that a build wrote, with --from.');
}

/** Makes the function that searches a built folder, with the results that a service of that folder gives. */
function searcherOf(folder: string): Ask {
  let site: Site | undefined;
  return async parameters => {
    try {
      site ??= await siteOf(folder);
      return (await findResults(readSearchRequest(parameters, site), site)).text;
    } catch (error) {
      if (error instanceof Refusal) throw wrongUse(error.message);
      throw away((error as Error).message);
    }
  };
}

async function siteOf(folder: string): Promise<Site> {
  const dist = await readDist(folder);
  // Search reads nothing else of a site, and the rest would bring the answers of the server into the command.
  const entries = [...new Entries(dist).all()].sort((a, b) => byText(a.path, b.path));
  const pages = new Map(entries.map(entry => [entry.path, { entry }]));
  return { baseUrl: dist.base_url, entries, pages } as unknown as Site;
}

type Result = z.infer<typeof searchResults.fields>['results'][number];

/**
 * Reads the results of a search.
 * @throws Failure when the text is not a list of results
 */
function resultsIn(text: string): readonly Result[] {
  try {
    return readAs(searchResults, Buffer.from(text)).fields.results;
  } catch (error) {
    if (error instanceof BadAnswer) throw failed(`The answer to the search is refused. ${error.message}`);
    throw error;
  }
}

/**
 * Returns the next command to run: to show the team that is advised for the likely task, if it was found, or else the best team.
 * Returns undefined without a team, and a piece of advice without results.
 */
function nextStep(results: readonly Result[], advice = ''): string | undefined {
  if (results.length === 0)
    return 'Nothing fits. Describe the work in other words, or choose another --kind.';
  const teams = results.flatMap(({ path }) => teamAt(path)?.team ?? []);
  const team = teams.find(name => advice.includes(`, ${name}.`)) ?? teams[0];
  return team && `Next: agent-topology show ${team}`;
}
