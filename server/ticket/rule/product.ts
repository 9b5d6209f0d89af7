/**
 * The names of products in `User-Agent`, by class, which the selection rules use.
 *
 * Each word of a list is a part of a regular expression, which matches whole words in any case. A `*` at its end lets the word
 * continue, and a dot also matches a space. A product whose name is a common word must be followed by its version:
 * `cursor(?=[/-])`.
 */

/** Agents that write or change code. */
export const codingAgents = words`
  claude[-_\s]?(?:code|cli) codex cursor(?=[/-]) gemini[-_]?cli goose(?=/) open-?code openclaw clawdbot moltbot
  deepseek-harness aider(?=[/-]|$) cline(?=[/-]|$) (?:roo|kilo|qwen|kimi|grok|letta|forge)[-_\s]?(?:code|cli) windsurf
  codeium github[-_\s]?copilot* copilot[-_](?:cli|chat|agent|coding|swe)* trae(?=[/-]) zed(?=/) amp(?=/|-cli) junie
  warp(?=/|-agent) kiro(?=[/-]|$) crush(?=/) cody(?=[/-]) continue(?=/|-dev) visual.studio.code vscode(?=[/-])
  code/\d[^\s]*.chrome/[^\s]+.electron devin(?=[/-]) jules(?=[/-]) auggie augment(?=/|-code) factory-?(?:cli|droid)
  rovo-?dev amazon[-_\s]?q q-(?:cli|developer) open[-_]?hands (?:mini-)?swe[-_]?agent plandex gptme antigravity tabnine
  sourcegraph replit[-_\s]?agent lovable bolt\.new codebuddy qoder iflow iflow-cli mistral-vibe jetbrains-ai*
  coding[-_\s]?(?:agent|assistant)s?
`;

/** Assistants that fetch because a person asked them to. */
export const assistants = words`
  google-?agent google-notebooklm gemini-deep-research google-gemini duckassistbot meta-externalfetcher
  kagi-(?:fetcher|assistant) linkreader poggio-citations openai-(?:mcp|connectors) chatgpt[-\s](?:agent|operator|desktop)
  chatgpt(?=/) claude[-\s]desktop claude(?=/) claude-(?:ai|web-fetch) modelcontextprotocol novaact
  amazon-bedrock-agentcore-browser amazonbuyforme twinagent anchor.browser bigsur\.ai grok(?=[/-](?!bot)) le-?chat
  librechat open[-_\s]?webui anythingllm lm[-_\s]?studio cherry[-_\s]?studio chatbox(?=/) typingmind poe(?=/)
`;

/** The form of the name under which most assistants make such fetches. The capital letter tells it from other words. */
export const assistantForm = /(?<![A-Za-z0-9])[A-Z][A-Za-z]*(?:-User|(?<=Perplexity)User)(?![A-Za-z0-9-])/;

/** The programs that check whether a service is up, or list it: uptime checkers, MCP and agent registries. */
export const checkers = words`
  *uptime* *health[-_\s]?check* (?:google|envoy/)hc *heartbeat* *liveness* *prob(?:e|er|ing) freshping pingdom* pingbot
  pinger *status[-_]?(?:cake|check|page)* *monitor *monitoring *checker *validator *verifier
  *(?:mcp|a2a|x402)[-_.\w]*(?:scan|beat|lookup|explorer|index|registry|director|catalog|census|survey|verif|watch)*
  *(?:mcp|a2a|x402)[-_.\w]*(?:stats|rank|audit|crawl|research|schema|bench|health|scor|grad|radar|atlas|spider|ping)*
  *(?:mcp|a2a|x402)[-_.\w]*(?:status|pulse|valid|check|bot|prob)*
  (?:measur|verif|scan|prob|index|check|valid|audit|survey|crawl|rank|bench)[a-z]*[-_]?(?:mcp|a2a)* 402[a-z]* x402*
  agents?[-_]?(?:index|registry|directory|explorer|catalog|census|probe|tools\.cloud|card)*
  *(?:owners|registry|directory)[-_]?(?:bot|check|checker|crawler|verifier) smithery* glama* lobehub* toolhive* pulsemcp*
  proofbench sentineloracle blackbox[-\s]exporter prometheus nagios* check_http site24x7 zabbix datadog[\s/-]* newrelic*
  httpmon
`;

/** The programs that map or attack networks and sites. */
export const scanners = words`
  *scan *scanner *scanning *scan-* nmap* zgrab masscan nikto nessus openvas nuclei sqlmap *censys* shodan leakix l9*
  expanse netcraft* qualys acunetix burp gobuster dirb dirbuster feroxbuster ffuf wfuzz whatweb wappalyzer zaproxy owasp
  internet-?measurement onyphe binaryedge driftnet fofa zoomeye criminalip projectdiscovery httpx.-.open-source arachni
  skipfish w3af jorgee zmeu testssl sslyze ssl.labs *pentest* *vuln* security[-_\s]?scan* palo.alto.networks
  http.banner.detection fuzz.faster.u.fool odin(?=[/;]|$)
`;

/** The programs that fetch a page to show a card of it where its address was posted. */
export const previewers = words`
  *preview* *unfurl* onebox embedly iframely *opengraph* oembed* whatsapp viber telegrambot twitterbot discordbot
  slackbot slack-imgproxy linkedinbot redditbot facebookexternalhit facebot meta-externalhit snapchat pinterest
  pinterestbot kakaotalk-scrap mastodon mattermost-bot google-pagerenderer cardyb synapse(?=[/\s])
`;

/** The programs that collect pages for a search engine, a training set, an archive or a feed. */
export const crawlers = words`
  *bot *bots *bot[-_/]* *crawl* *spider* *scrap(?:er|ers|y|ing) *archiver *archive *indexer *slurp *harvester
  anthropic-ai cohere-ai cohere-training-data-crawler meta-externalagent meta-webindexer googleother
  google-(?:extended|inspectiontool|cloudvertexbot|safety|site-verification|adwords|structured-data)* webzio* img2dataset
  feedfetcher* feedly inoreader firecrawl* *(?:rss|feed)[-_]?(?:reader|parser|fetcher) httrack heritrix nutch larbin
  trafilatura newspaper cloudflare-autorag
`;

/** HTTP libraries and tools under their default names. They match only at the start of the text. */
export const libraries = words`
  python-(?:requests|urllib3?|httpx|httplib2|aiohttp) python(?=/) aiohttp httpx urllib3 requests pycurl treq tornado
  httplib2 node node\.js nodejs node-fetch node-superagent undici axios got ky superagent needle request bun deno
  cross-fetch isomorphic-fetch curl libcurl* wget wget2 httpie xh aria2 powershell insomnia postmanruntime bruno*
  hoppscotch mozilla/[^\s]+.\([^)]*\).(?:windows)?powershell go go-http-client go-resty resty req grequests fasthttp
  colly okhttp apache-httpclient apache-httpasyncclient commons-httpclient jakarta.commons-httpclient java
  java-http-client jersey jetty ahc async-?http-?client customasynchttpclient httpurlconnection httpunit reactor-?netty
  unirest* akka-http pekko-http scalaj-http sttp* ktor ktor[-\s]client http4s* dalvik feign retrofit spring* restsharp
  \.net dotnet microsoft.(?:bits|url.control|winhttp) winhttp* flurl ruby rest-client faraday typhoeus http\.rb
  httparty mechanize excon eventmachine.httpclient httpclient webclient php php-curl-class guzzlehttp guzzle
  symfony.httpclient zend_http_client http_request2 pear snoopy buzz libwww-perl lwp(?:::|-)* perl http-tiny
  www-mechanize mojolicious anyevent-http reqwest hyper ureq isahc surf attohttpc rust cpp-httplib cpprestsdk cpr
  boost\.beast libsoup neon serf qtnetwork dart dio alamofire cfnetwork hackney httpoison tesla finch mint gun ibrowse
  elixir lua-resty-http luasocket clj-http http-kit haskell http-client http-conduit nim[-\s]httpclient zig julia
  http\.jl httr2? rcurl http_get http_requester pcore-http autocannon apachebench wrk k6 vegeta hey
`;

/** Browsers, including those that show only text. They match only at the start of the text. */
export const browsers = words`mozilla/\d* opera/\d* lynx w3m links elinks dillo netsurf emacs-w3m`;

function words(list: TemplateStringsArray): readonly string[] {
  return list.raw.join('').trim().split(/\s+/);
}

/** Makes one expression that finds any of the names, anywhere in a text or only at its start. */
export function nameRule(names: readonly string[], where: 'anywhere' | 'start' = 'anywhere'): RegExp {
  const pieces = names.map(name => {
    const before = where === 'start' || name.startsWith('*') ? '' : '(?<![a-z0-9])';
    const after = name.endsWith('*') ? '' : '(?![a-z0-9])';
    return `${before}(?:${name.replace(/^\*|\*$/g, '')})${after}`;
  });
  return new RegExp(where === 'start' ? `^(?:${pieces.join('|')})` : pieces.join('|'), 'i');
}
