/**
 * Words of people beside words of the catalog: when a question holds what is said, what is meant is searched as well, at
 * less weight. One line a meaning; `said` holds words or pairs of words between commas, in any form.
 */

export const synonyms: readonly { said: string; meant: string }[] = [
  // Who works.
  {
    said: 'boss, manager, supervisor, coordinator, conductor, lead agent, main agent',
    meant: 'orchestrator plan gives work',
  },
  { said: 'helper, subagent, sub agent, subordinate, minion, child agent', meant: 'workers delegates' },
  { said: 'brief, misunderstand, instruction, prompt', meant: 'contract delegates writes instructions' },
  { said: 'expert, specialist, department, skill, role', meant: 'specialist roles skills' },
  { said: 'persona, focus group, role play, stakeholder, interview', meant: 'simulate users perspectives' },
  {
    said: 'leaderless, decentralised, decentralized, peer to, self organising, in charge, cooperate, collaborate, no leader, without leader',
    meant: 'peers nobody commands network board',
  },
  {
    said: 'single, alone, solo, necessary, overkill, even need, really need',
    meant: 'one agent control tool loop default',
  },
  {
    said: 'small, simple, tiny, trivial, quick, label, typo',
    meant: 'one agent small change default control',
  },
  {
    said: 'which model, which expert, expert models, our experts, competent, strongest, most suitable, best suited, unreliable, different quality, uneven, which trust, best member',
    meant: 'uneven members team selection',
  },
  {
    said: 'many agents, dozens of, hundreds of, hundred agents, twenty agents, swarm, fleet, coding agents, overnight, autonomous',
    meant: 'many independent tasks claimed queue large hierarchy',
  },
  {
    said: 'second opinion, ambiguous, uncertain, doctors, experts disagree',
    meant: 'independent answers contested debate different models',
  },
  { said: 'different models, several models, vendors', meant: 'different models ensemble' },

  // How work is split.
  {
    said: 'split, divide, break down, decompose, pieces, parts, delegate',
    meant: 'independent parts orchestrator workers',
  },
  { said: 'parallel, simultaneously, same time, concurrent, at once', meant: 'parallel independent parts' },
  {
    said: '#many, dozens, hundreds, stack of, pile of, each of, every one, batch, bulk, all of, one by, comments, posts, survey comments, responses, documents, pdfs',
    meant: 'many similar items same instruction',
  },
  {
    said: 'companies, products, suppliers, entities, people, rows, records, list of, table, spreadsheet',
    meant: 'same fields many entities items',
  },
  {
    said: 'contracts, invoices, forms, letters, resumes, receipts, reviews',
    meant: 'many alike independent texts fields items',
  },
  { said: 'quickly, latency, as fast, hurry', meant: 'shorter wait parallel' },
  { said: 'queue, backlog, kanban, to do, task list, from one', meant: 'claims queue independent tasks' },
  { said: 'chapters, modules, sections, files', meant: 'parts files chapters modules' },
  { said: 'weeks, months, huge, enormous, massive, lines', meant: 'very large work weeks many modules' },
  { said: 'migrate, port, convert, framework', meant: 'migration large code base' },
  {
    said: 'silo, scattered, spread over, who has, data lake, warehouse',
    meant: 'data spread partitions nobody oversees helpers',
  },

  // In which order.
  {
    said: 'chain, sequence, stages, pipeline, steps, step by, one after',
    meant: 'fixed steps known beforehand chain',
  },
  {
    said: 'procedure, playbook, runbook, checklist, regulated, compliance',
    meant: 'written procedure runbook sop regulated',
  },
  { said: 'upfront, in advance, plan first, ahead', meant: 'plan predictable tools execute' },
  {
    said: 'stuck, stall, replan, derail, open ended, long running',
    meant: 'stalls new plan ledger long open',
  },
  { said: 'retry, try again, mistakes, went wrong, learn from', meant: 'reflect failed trial note again' },
  {
    said: 'across sessions, between sessions, from zero, knowledge base, remember, long term, recurring, routine, reuse, chore, again and, every week, every day',
    meant: 'recurring procedure skill library',
  },
  {
    said: 'context window, too long, does not fit, fills up, forget, token limit, lost',
    meant: 'longer than context compaction',
  },
  { said: 'pages, book, novel, transcript, long document', meant: 'text longer than context' },
  { said: 'puzzle, game, moves, backtrack, maze', meant: 'planning puzzle tree steps undone' },

  // Who decides.
  {
    said: 'vote, majority, poll, consensus, samples, most common, most frequent',
    meant: 'vote samples answers',
  },
  {
    said: 'exam, quiz, multiple choice, exact answer, final number',
    meant: 'short answers compared exactly vote',
  },
  { said: 'math, maths, arithmetic, equation, calculate, olympiad', meant: 'mathematical exact answers' },
  {
    said: 'argue, dispute, disagree, contradict, controversial, two sides',
    meant: 'debate contested disagree opponents judge',
  },
  { said: 'grade, mark, assess, evaluate, rate, score, essay', meant: 'grade judge rubric' },
  { said: 'compare, better, preference, rank, best of', meant: 'compare pairs preference judge tournament' },
  { said: 'logs, trajectory, trace, did everything, everything asked', meant: 'judge run logs requirement' },
  {
    said: 'feedback, reviewer, critique, iterate, until it',
    meant: 'second role judges each draft feedback',
  },
  {
    said: 'unsupported, slip through, leave the, leaves the, reach, reaching',
    meant: 'gate independent check nothing leaves',
  },
  {
    said: 'ensure, make sure, checked, wrong, guarantee, double check, validate, correct, hallucination, quality',
    meant: 'independent check verifier gate',
  },
  {
    said: 'cite, citation, reference, source, evidence, true, claim',
    meant: 'sources citations quote check gate',
  },
  { said: 'proof, theorem, lean, coq, isabelle, formal', meant: 'proof checker verifier sample' },
  {
    said: 'candidate, many attempts, several attempts, generate many, best one',
    meant: 'sample select verifier attempts',
  },
  {
    said: 'optimise, optimize, faster, speed, benchmark, tune, performance',
    meant: 'exact score speed evolutionary measured',
  },
  {
    said: 'accuracy, success rate, hard problems, pass rate',
    meant: 'samples vote select verifier attempts',
  },
  { said: 'polish, style, tone, wording, proofread, edit, draft', meant: 'style rubric refine draft' },
  {
    said: 'best workflow, best prompt, automatically, automated evaluation, metric',
    meant: 'workflow search automatic score',
  },
  {
    said: 'invent, discover, algorithm, heuristic, search space',
    meant: 'evolutionary exact score candidates',
  },
  { said: 'choose among, shortlist, favourite, winner', meant: 'pairs compared tournament' },
  {
    said: 'combine, blend, merge, merge drafts, merge outputs, fuse, ensemble, synthesise',
    meant: 'fuse proposals mixture ensemble',
  },
  {
    said: 'trade off, tradeoff, decide between, options, alternatives, architecture',
    meant: 'contested compared designs plans debate tournament',
  },
  { said: 'forecast, predict, probability, estimate', meant: 'estimate ensemble independent' },

  // Routes, cost, volume.
  {
    said: 'different prompts, different kinds, classify, triage, sort, categorise, categorize, route, dispatch, forward, incoming',
    meant: 'router distinct classes inputs',
  },
  {
    said: 'chatbot, voice, concierge, reception, hotline, call center, hand over, transfer, taken over, pass on',
    meant: 'handoff specialist conversation',
  },
  {
    said: 'expensive, cost, inference cost, reduce cost, lower cost, cheap, money save, save tokens, cheaper',
    meant: 'cheap cascade cost',
  },
  { said: 'million, thousands, traffic, volume, per day', meant: 'high volume' },
  { said: 'each request, per request, mixed workload', meant: 'mixed workloads organisation each task' },

  // Fields of work.
  { said: 'bug, defect, issue, error, crash, broken', meant: 'defect repair bug' },
  { said: 'fix, repair, mend, solve, patch', meant: 'mend repair' },
  { said: 'ci, build, red, failing, dependency, upgrade', meant: 'failing build mend breaks tests' },
  { said: 'repo, repository, codebase, software, program, app, application', meant: 'code repository' },
  { said: 'pull request, pr, diff, code review', meant: 'code review proposed change defects' },
  { said: 'spec, specification, tdd, unit test, no tests', meant: 'specification tests independent tester' },
  { said: 'kernel, query, sql, algorithm', meant: 'measured program score' },
  {
    said: 'investigate, research, deep, in depth, landscape, due diligence, explore',
    meant: 'broad question independent sources research',
  },
  { said: 'literature, papers, studies, published', meant: 'literature sources broad question research' },
  { said: 'obscure, needle, hard to find, hidden, vaguely', meant: 'wide search obscure clues' },
  { said: 'website, web, browse, browser, internet, online, robotic process', meant: 'web pages task tools' },
  { said: 'summarise, summarize, condense, digest, extract', meant: 'summarise extract text' },
  { said: 'article, wikipedia, report, handbook, blog', meant: 'long article text' },
  { said: 'points of view, viewpoint, perspective, angle, sides', meant: 'perspectives several sides' },
  { said: 'translate, translation', meant: 'ordered text order matters terms' },
  {
    said: 'hypothesis, hypotheses, experiment, discovery, scientific',
    meant: 'hypotheses ideas without test',
  },
  { said: 'brainstorm, ideas, creative, ideate, requirements', meant: 'ideas collect group' },
  { said: 'marketing, slogan, people like, taste', meant: 'open text preference' },
  {
    said: 'customer, support, refund, helpdesk, ticket, complaint',
    meant: 'customer requests written policy service',
  },
  {
    said: 'explain, understand, how does, question about, onboarding',
    meant: 'one agent reads answer question',
  },
  { said: 'attacker, intruder, forensic, breach', meant: 'logs intruder security specialist roles' },
  { said: 'watch, monitor, daily, weekly, news', meant: 'watch recurring report' },
  { said: 'outage, down, incident, on call, alert, root cause', meant: 'incident diagnosis' },
  { said: 'deploy, release, production, rollout', meant: 'deployment irreversible approval procedure' },

  // What may go wrong.
  {
    said: 'approve, approval, permission, confirm, sign off, say yes, human in, person must',
    meant: 'human approval gate',
  },
  {
    said: 'pay, payment, delete, purchase, send, irreversible, money',
    meant: 'irreversible actions approval',
  },
  { said: 'policy, rule, allowed, forbidden, restrict', meant: 'written rules policy gate' },
  { said: 'inbox, email, mail, message', meant: 'e-mail untrusted' },
  {
    said: 'stranger, strangers, public, anyone can, write access, user generated, injection, malicious, jailbreak, hostile, hacked, hijacked, taking over, infected, compromised, rogue, untrusted, attack, poisoned',
    meant: 'untrusted attack quarantine enforced graph',
  },
  { said: 'who calls, may call, talk to, reroute, call which', meant: 'program fixes calls enforced graph' },
  {
    said: 'pentest, pen test, penetration, hack, intrusion, red team',
    meant: 'authorised tests specialist roles security',
  },
  {
    said: 'vulnerability, exploit, cve, security hole, weakness',
    meant: 'vulnerabilities weaknesses specialist roles',
  },
];
