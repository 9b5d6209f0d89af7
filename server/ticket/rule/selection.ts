/**
 * Decides which visitors are selected for use tickets. A list of rules is read from the top, and the first rule that matches
 * decides (docs/use-tickets.md#7). A user agent is only a claim: it can lead to a ticket, and never grants anything.
 */
import crawlerPackage from 'crawler-user-agents';
import { BoundedMap } from '../../support/bounded.ts';
import * as product from './product.ts';

/** The facts about the sender of a request that the rules may read. */
export interface Visit {
  userAgent: string;
  /** How the page was requested: by a GET, or by a tool call over MCP. */
  channel: 'http' | 'mcp';
  /** Whether `Accept` names Markdown and does not rank HTML above it. */
  asksForMarkdown: boolean;
  /** Whether `From` holds an e-mail address. */
  namesContact: boolean;
  /** Whether `Referer` is a page from which agents start, such as `/llms.txt`. */
  fromAgentPage: boolean;
  /** Whether the fetch metadata are those of a browser that shows a document to a person. */
  isNavigation: boolean;
}

/** A rule. It decides whether the visits that it matches are selected for tickets. */
interface SelectionRule {
  name: string;
  selected: boolean;
  /** The purpose of the rule, in a sentence for operators. */
  about: string;
  matches(visit: Visit, agent: UserAgent): boolean;
}

/** A user agent, prepared for the rules. */
interface UserAgent {
  text: string;
  /** The text without web and e-mail addresses, so that the names in them are not taken for the name of the product. */
  words: string;
  hasContact: boolean;
}

const codingAgent = product.nameRule(product.codingAgents);
const assistant = product.nameRule(product.assistants);
const checker = product.nameRule(product.checkers);
const scanner = product.nameRule(product.scanners);
const previewer = product.nameRule(product.previewers);
const crawler = product.nameRule(product.crawlers);
const library = product.nameRule(product.libraries, 'start');
const browser = product.nameRule(product.browsers, 'start');

/** The list of crawlers, with the field `tags` that its type declaration lacks. */
const crawlerList = crawlerPackage as unknown as readonly { pattern: string; tags: readonly string[] }[];

/**
 * Makes one expression from the patterns with the given tags in the list of crawlers. Short names match only at the beginning
 * of a word; otherwise `Make/` would be found inside many names.
 */
function listed(tags: readonly string[], except: RegExp = /$^/): RegExp {
  const patterns = crawlerList
    .filter(entry => entry.tags.some(tag => tags.includes(tag)) && !except.test(entry.pattern))
    // Two words with anything between them: at most as much as in any agent, or matching would take the square of the length.
    .map(({ pattern }) => pattern.replaceAll('[\\s\\S]*', '[\\s\\S]{0,80}'))
    .map(pattern => (/^\w{1,6}\\?\/?$/.test(pattern) ? `\\b${pattern}` : `(?:${pattern})`));
  return new RegExp(patterns.join('|'));
}

const listedMonitor = listed(['monitoring'], /[sS]can/);
const listedScanner = listed(['scanner']);
const listedPreviewer = listed(['social-preview'], /^(?:meta-|TikTok|NING|Synapse|Supabase)/);
const listedCrawler = listed(
  [
    'search-engine',
    'advertising',
    'feed-reader',
    'archiver',
    'seo',
    'ai-crawler',
    'academic',
    'social-preview',
  ],
  /^(?:Fetch\\\/|Hello Context)$/,
);

/** The rules, in order (docs/use-tickets.md#7). */
export const selectionRules: readonly SelectionRule[] = [
  {
    name: 'empty',
    selected: false,
    about: 'no user agent',
    matches: visit => visit.userAgent === '' || visit.userAgent === '-',
  },
  {
    name: 'coding_agent',
    selected: true,
    about: 'a coding agent that names itself',
    matches: (_visit, agent) => codingAgent.test(agent.words),
  },
  {
    name: 'assistant_fetch',
    selected: true,
    about: 'an assistant that fetches for a person',
    matches: (_visit, agent) => product.assistantForm.test(agent.words) || assistant.test(agent.words),
  },
  {
    name: 'liveness_or_registry',
    selected: false,
    about: 'a checker of uptime, or of entries in a registry',
    matches: (_visit, agent) => checker.test(agent.words) || listedMonitor.test(agent.text),
  },
  {
    name: 'scanner',
    selected: false,
    about: 'a scanner of networks or sites',
    matches: (_visit, agent) => scanner.test(agent.words) || listedScanner.test(agent.text),
  },
  {
    name: 'link_preview',
    selected: false,
    about: 'a fetch that draws the preview of a posted link',
    matches: (_visit, agent) => previewer.test(agent.words) || listedPreviewer.test(agent.text),
  },
  {
    name: 'search_or_training_crawler',
    selected: false,
    about: 'a crawler for search, training, archives or feeds',
    matches: (_visit, agent) => crawler.test(agent.words) || listedCrawler.test(agent.text),
  },
  {
    name: 'mcp_client',
    selected: true,
    about: 'an MCP client that reads through `fetch` or `get_pattern`',
    matches: visit => visit.channel === 'mcp',
  },
  {
    name: 'bare_library',
    selected: true,
    about: 'an HTTP library that names one product and no contact',
    matches: (_visit, agent) => isBareLibrary(agent),
  },
  {
    name: 'agent_client_with_contact',
    selected: true,
    about: 'an agent or research client whose user agent carries a contact or a methodology URL',
    matches: (_visit, agent) => agent.hasContact,
  },
  {
    name: 'markdown_client',
    selected: true,
    about: 'a client that asks for Markdown and names a contact or comes from a page for agents',
    matches: visit =>
      visit.asksForMarkdown && !visit.isNavigation && (visit.namesContact || visit.fromAgentPage),
  },
  {
    name: 'browser',
    selected: false,
    about: 'a browser',
    matches: (_visit, agent) => browser.test(agent.text),
  },
];

const webAddress = /https?:\/\/[^\s<>()"';,]+/gi;
const mailAddress = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;

function readAgent(text: string): UserAgent {
  const words = text.replace(webAddress, ' ').replace(mailAddress, ' ');
  return { text, words, hasContact: words !== text };
}

/**
 * Tells whether a user agent is the default name of an HTTP library. An address in it is a contact, unless it is that of the
 * library's own project.
 */
function isBareLibrary({ text }: UserAgent): boolean {
  const name = library.exec(text)?.[0].toLowerCase();
  if (name === undefined) return false;
  const addresses = text.match(webAddress) ?? [];
  return !text.match(mailAddress) && addresses.every(address => address.toLowerCase().includes(name));
}

/** The longest user agent that is examined, in characters. Real ones are shorter, and matching costs time by the length. */
const maxUserAgent = 512;
const maxRemembered = 5000;

/**
 * Makes the function that returns the first rule that a visit matches; undefined if none does, and the visitor is not selected.
 * It remembers its latest few thousand results, so a client that returns costs one look-up.
 */
export function createSelector(): (visit: Visit) => SelectionRule | undefined {
  const remembered = new BoundedMap<string, SelectionRule | undefined>(maxRemembered);
  return visit => {
    const userAgent = visit.userAgent.slice(0, maxUserAgent).trim();
    const key = `${signalBits(visit)}${userAgent}`;
    if (remembered.has(key)) return remembered.get(key);
    const agent = readAgent(userAgent);
    const rule = selectionRules.find(each => each.matches({ ...visit, userAgent }, agent));
    remembered.set(key, rule);
    return rule;
  };
}

function signalBits(visit: Visit): string {
  const bits =
    (visit.channel === 'mcp' ? 1 : 0) +
    (visit.asksForMarkdown ? 2 : 0) +
    (visit.namesContact ? 4 : 0) +
    (visit.fromAgentPage ? 8 : 0) +
    (visit.isNavigation ? 16 : 0);
  return `${bits} `;
}
