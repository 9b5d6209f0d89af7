/**
 * How people say what a pattern is for. Editors write about patterns; people write about shops, wards and court files, and
 * both rarely use the same words. Each entry names patterns, the fittest first, and tasks in many trades, between
 * semicolons, for which an expert would begin with them. Search reads an entry as if a page had said it of its patterns.
 */
export interface Situation {
  /** Slugs between spaces; one that the catalog does not hold is passed over. */
  fits: string;
  /** Tasks and remarks between semicolons, without marks and in any form of their words. */
  said: string;
}

export const situations: readonly Situation[] = [
  {
    fits: 'react-loop',
    said: `
      change the wording of a button; rename a variable; bump a constant; flip a feature flag; a one line edit;
      small script; tweak some css; quick chore; add a field to a form; a minor change that anyone could do in
      ten minutes; explain what this repository does; how does authentication work here; where are sessions
      stored; walk a newcomer through the code; find the place in the code that handles uploads; question about
      a code base; look up one fact; who won, when was, what is the capital; simple question for a search
      engine; current price of something; find a phone number; answer with a single source; do i need several
      agents at all; is a team worth it; one agent or many; multi-agent costs more and is not better; overkill;
      where to begin; baseline to beat; simplest thing that works; default setup; keep it simple; single
      assistant with tools; first prototype; correct a spelling mistake on a page; adjust a colour; add a log
      line; change a default value; update a copyright year; format a date differently; increase a timeout;
      remove an unused import; patch a config file; add a tooltip; trivial request; five minute job; small
      helper script; one file only; write a bash one-liner; add a column to a report; when was it; who did it;
      what is the name; where is it; in which year; how tall; what does it cost; definition; meaning of a term;
      date of an event; history fact; geography; look something up; one question; a plain answer; no idea where
      to start; i have one model and a weekend; first experiment; simply get going; hobby project; beginner;
      single; alone; one agent; simple; small; tiny; quick; easy; minor; short; trivial; basic; solo; just one;
      prototype; hobby; weekend; lookup; look up; ask; what is; explain; show; calculate; convert; rename;
      format; install; configure; solo developer; do i need a team; too complicated; enough; sufficient; plain;
      normal; ordinary; default; everyday; watch; check regularly; dashboard; every ten minutes; inform me;
      notify; keep watch; reminder; to-do app; explain this error; what does this code do; toggle; setting; dark
      mode; button; page; label; rename twenty files; sort a list; one question about a file; read this and tell
      me; small improvement; add a field; single endpoint; cosmetic; one screen; simple bot`,
  },
  {
    fits: 'react-loop sample-and-select prompt-chain',
    said: `
      users report that a page crashes; stack trace shows a null pointer; exception in production code; the
      export drops a row; wrong total is computed; regression since the last release; reproduce the fault and
      correct it; debug a failing function; login does not work on mobile; off by one error; memory leak; fix a
      github issue in a repository with tests; customers see an error message; server returns 500; upload fails;
      app freezes; data is lost when saving; button does nothing; wrong date in other time zones; encoding
      problem; crash on start; numbers are rounded wrongly; deadlock; timeout; something stopped working after
      an update; malfunction in firmware; glitch; troubleshoot code; broken feature with a test suite around it;
      hunt down a bug`,
  },
  {
    fits: 'react-loop sample-and-select verifier-gate',
    said: `
      flaky test that fails now and then; intermittent failure; race condition; nondeterministic suite; pipeline
      is broken since yesterday; ci fails; docker image no longer builds; linker error; red build after a merge;
      make the build green again`,
  },
  {
    fits: 'react-loop prompt-chain verifier-gate',
    said: `
      upgrade a library to its next major version and repair what breaks; bump a dependency; new framework
      release with breaking changes; outdated packages; move to a newer runtime`,
  },
  {
    fits: 'react-loop context-compaction verifier-gate',
    said: `
      join two diverged branches; rebase a long-lived branch; merge conflict; both sides changed the same file;
      cherry-pick onto an old release`,
  },
  {
    fits: 'react-loop context-compaction',
    said: `
      refactor a messy module without changing behaviour; clean up technical debt; restructure a class; extract
      a package; rewrite a component step by step; untangle legacy code; organise photos or files; clean up a
      disk; rename files; convert a spreadsheet; set up a computer; configure a router; install software;
      prepare a data set; home automation; personal errands`,
  },
  {
    fits: 'react-loop plan-then-execute ledger-orchestrator human-approval-gate',
    said: `
      plan a trip, wedding, move or conference and book it; personal assistant that runs errands; compare
      flights and reserve; order groceries; fill out forms on web sites; buy tickets online; find a free slot
      and arrange a meeting`,
  },
  {
    fits: 'react-loop plan-then-execute prompt-chain',
    said: `
      calculate an answer from a csv file; analyse a data set; statistics, pivot and chart; exploratory data
      analysis; kpi from a database; sql question in plain english; notebook that computes results; business
      intelligence`,
  },
  {
    fits: 'react-loop sop-pipeline role-specialist-team',
    said: `
      write a post-mortem; incident report with timeline and lessons; what happened last week and what will
      change; blameless review`,
  },
  {
    fits: 'react-loop router sop-pipeline model-cascade',
    said: `
      sort alerts by urgency; drop duplicates; noise in monitoring; deduplicate and assign github issues; triage
      a bug tracker; label and prioritise incoming reports; inbox zero`,
  },
  {
    fits: 'react-loop skill-library sop-pipeline',
    said: `
      run every morning; cron job; watch a page and tell me what changed; monitor prices, logs, news or
      competitors; weekly report from a dashboard; daily digest; notify me when something happens; scheduled
      check; keep an eye on; periodic summary; price tracker`,
  },
  {
    fits: 'react-loop sop-pipeline prompt-chain map-reduce',
    said: `
      type paper forms into a system; copy records between programs; reconcile two spreadsheets; clean up a
      contact list; data entry; migrate customer records without loss; match rows; robotic process automation;
      bookkeeping`,
  },
  {
    fits: 'react-loop role-specialist-team verifier-gate',
    said: `
      security review of a change or design; is this package affected by the cve and can it be reached; supply
      chain; known weaknesses in dependencies; show that the hole is closed; validate a security patch; secrets
      in a repository; check cloud permissions against a baseline; hardening; misconfiguration; compliance scan`,
  },
  {
    fits: 'react-loop self-consistency-vote',
    said: `
      join several facts in order; multi-hop question; who was the teacher of the author of; what follows from
      these statements; deduce; chain of reasoning; step by step derivation; physics problem; logic inference;
      does it follow from the premises; implied; valid argument; true or false given statements; syllogism;
      deduction; if a then b; entailment; consistent or contradictory; logic; work out step by step; derive;
      causal chain; brain work; several facts combined`,
  },
  {
    fits: 'react-loop self-refine prompt-chain',
    said: `
      summarise one article; minutes of a meeting; action items and decisions from a transcript; rewrite a mail;
      short text about something; limerick; shorten a paragraph; convert notes to a memo; translate one page; a
      caption; letter to a customer; slides from notes; summary of a call; follow-up mail; agenda; recap;
      translate a paragraph; brief note; quick write-up; recipe for dinner; job advert; invitation; abstract for
      a paper; reply to a review; product announcement; one page`,
  },
  {
    fits: 'react-loop prompt-chain sop-pipeline verifier-gate',
    said: `
      documentation that follows the product; api reference, user guide, changelog and readme kept in sync with
      releases; release notes; turn tables or measurements into a written report; quarterly report from figures;
      technical writing`,
  },
  {
    fits: 'react-loop map-reduce verifier-gate',
    said: `
      differences between two versions of a contract; redline; compare the terms of two parties; question about
      a set of policies with the paragraph; what does our handbook say about; ask my documents; rag over pdfs;
      knowledge base question answering; legal clause lookup`,
  },
  {
    fits: 'react-loop ledger-orchestrator verifier-gate',
    said: `
      repeat a published experiment; reproduce a paper; replicate results from its description; run the authors'
      code`,
  },
  {
    fits: 'react-loop sectioning recursive-subagents',
    said: `
      reply within seconds; low latency; real-time; interactive speed; users are waiting; time-limited; deadline
      in an hour; as fast as possible`,
  },
  {
    fits: 'react-loop ledger-orchestrator',
    said: `
      find out why figures in two systems differ; query by query; explore as it goes; next step depends on what
      was found; investigate a data error; interactive work in a terminal; use tools one after another; browse
      until found; figure it out; try, look, try again; debugging session; adaptive steps; assistant with a
      browser and a shell`,
  },
  {
    fits: 'react-loop verifier-gate',
    said: `
      answer from our regulations and show the article; internal wiki question; which rule applies; visa, tax or
      building regulation question with reference; cite the page of the handbook; search our documents`,
  },
  {
    fits: 'react-loop policy-gate sop-pipeline',
    said: `
      buckets, servers or firewalls set up differently from the standard; configuration drift; does our setup
      follow the baseline; audit of settings; inventory of rights; who has access to what; compare configuration
      with policy; compliance of machines`,
  },
  {
    fits: 'react-loop verifier-gate evaluator-optimizer judge-panel',
    said: `
      could this patch break anything; is this change safe; check a small diff; what do you think of this code;
      quality of a commit; review before merging; comments on my code; second look at a change; find mistakes in
      code someone wrote`,
  },
  {
    fits: 'react-loop sample-and-select prompt-chain verifier-gate',
    said: `
      service leaks under load; can be reproduced; wrong behaviour that we can reproduce; code has a problem,
      make it right; failing case; program hangs; high memory use; resource leak; performance regression;
      something is off in our code; repair; fix; mend; correct; patch; resolve; solve a defect; bug; fault;
      error; issue; crash; wrong; broken; fails; failing; cannot; does not work; password reset; login;
      pagination; search box; upload; payment; off by one; since tuesday; since the update; tests in place; test
      suite; unit tests; reproduce; regression; debug; flaky; real failures; red; green; compile error;
      exception`,
  },
  {
    fits: 'react-loop human-approval-gate plan-then-execute',
    said: `
      book an appointment that fits my calendar; reserve a table; order a taxi; arrange travel; schedule a call
      with five people; register for a course; pay a bill for me; personal secretary`,
  },
  {
    fits: 'react-loop plan-then-execute',
    said: `
      ad-hoc questions about sales data; ask the warehouse; numbers from a table; calculate from data; how much
      did we sell; chart of last month; query a database; data scientist assistant; spreadsheet question`,
  },
  {
    fits: 'react-loop plan-then-execute human-approval-gate',
    said: `
      trip; travel; holiday; hotel; flight; restaurant; appointment; calendar; meeting; retreat; party; wedding;
      shopping; groceries; reservation; book; booking; organise an event; errands; assistant; household; family;
      week; venue; invitations`,
  },
  {
    fits: 'react-loop sop-pipeline skill-library',
    said: `
      monitor; watch; observe; track; follow; alert me; rulings; prices; news; competitors; status; pages;
      feeds; changes; daily; hourly; weekly; morning; schedule; cron; periodic; report; summary; digest;
      notification`,
  },
  {
    fits: 'context-compaction',
    said: `
      one very long coding run by a single agent; it forgets what was decided hours ago; loses the thread;
      conversation exceeds the window; summarise the history; runs out of context; keep early decisions in mind;
      session of many hours; hundreds of steps by the same author; token limit reached in the middle; amnesia
      after a while; long session; hours; forget; forgets; forgot; loses track; memory; context; window; tokens;
      limit; overflow; compress; condense; history; earlier; decisions; agreed; architecture; continuity;
      consistency; one author; single artifact; long-running coding; many edits; contradicts itself; remember;
      overnight session; conversation too long`,
  },
  {
    fits: 'context-compaction ledger-orchestrator',
    said: `
      marathon session; agent contradicts its own earlier choices; forgets requirements from the start; memory
      overflow; transcript grows too long; shorten the history but keep what matters; hours on one branch or
      document; one mind, many hours; write a thesis or a novel by one author with consistent decisions; the
      chat gets too long; continuity of a single long job`,
  },
  {
    fits: 'plan-then-execute',
    said: `
      decide all lookups in one go; no thinking in between; few model calls; list the tool calls first, run
      them, then answer; fixed plan that data cannot change; blueprint first; request tells which apis are
      needed; save tokens on observations; upfront planning; write a script of calls and run it`,
  },
  {
    fits: 'plan-then-execute react-loop',
    said: `
      plan everything first; in advance; ahead of time; beforehand; predictable; no observation in between;
      batch the calls; few calls; save tokens; fixed queries; known tools; script of calls; execute the plan;
      blueprint; one planning call; meal plan; shopping list; itinerary`,
  },
  {
    fits: 'reflexion-memory',
    said: `
      learn from failure between attempts; try again with a note of what killed you; improve over episodes;
      write a lesson after each failed run; play a level again and again; self-reflection after a wrong attempt;
      the environment can be reset and says if it worked; avoid repeating the same error; get better with
      practice`,
  },
  {
    fits: 'reflexion-memory skill-library',
    said: `
      plays the same level over and over; repeated trials with a score at the end; learn from experience without
      training; keep a diary of mistakes; after-action notes; post-attempt critique; simulator gives a reward;
      agent gets smarter with each round; never make the same mistake twice; retry from scratch with lessons`,
  },
  {
    fits: 'reflexion-memory react-loop',
    said: `
      after losing; after failing; reflect; reflection; lesson; learn; mistake; note; notes of what was tried;
      diary; attempt; trial; episode; again; retry; repeat; next time; play differently; improve with
      experience; game, match, level, exam or simulation; feedback score; memory of failures; unsuccessful;
      adjust strategy`,
  },
  {
    fits: 'skill-library',
    said: `
      the same kind of chore returns each week; stop reinventing it; keep scripts that worked; build up know-how
      over time; remember how we did it last time; store reusable procedures, macros or recipes; lifelong
      learning robot; accumulate tools; repeated routine; agents that share what they learnt; reuse yesterday's
      solution; after each successful job store the script for next time; library of macros; team memory of
      procedures; growing toolbox; automations that are discovered once and reused; cookbooks; snippets; office
      assistant that gets quicker with similar requests; knowledge carried over between runs and weeks; do not
      solve the same thing twice; templates that proved themselves; learn once, use often`,
  },
  {
    fits: 'skill-library sop-pipeline prompt-chain',
    said: `
      chore each week that the agent learns anew every time; export, clean, upload; recurring office routine;
      same request again; automate what repeats; make it remember how; do it as last time; periodic task with
      the same steps; same sort of job for every new client, twice a month; repeated for each customer; we keep
      doing this; do it the way we always do; the tenth time`,
  },
  {
    fits: 'skill-library sop-pipeline',
    said: `
      again; recurring; repeated; weekly; monthly; every time; routine; chore; usual; habit; same kind; same
      way; reuse; remember; store; save; keep; procedure; macro; script; template; toolbox; skill; know-how;
      learnt once; automate; library; for each client; each month; periodic`,
  },
  {
    fits: 'tree-search',
    said: `
      chess, sudoku, rubiks cube, crossword, sokoban, maze or blocks world; look several moves ahead; explore
      different branches and go back when one is bad; backtracking; dead ends in a puzzle; lookahead planning
      with a simulator; save and restore the state; search over possible action sequences; game of 24; escape
      room`,
  },
  {
    fits: 'tree-search sample-and-select',
    said: `
      order of moves matters and a wrong early move ruins it; robot stacking boxes; planning with undo;
      checkers, go, bridge; dungeon navigation; decision tree of actions; plan a sequence of reactions in
      chemistry; retrosynthesis; search with pruning; what-if exploration; branch and evaluate; save game and
      reload; solve step by step where each step can be valued; puzzle; game; moves; board; maze; labyrinth;
      chess; go; cube; tower; blocks; states; undo; backtrack; lookahead; branch; explore; paths; route; plan of
      actions; search tree; value of a position; simulate ahead; reset; wrong turn; early mistake`,
  },
  {
    fits: 'tree-search sample-and-select react-loop',
    said: `
      fewest moves; shortest solution; optimal sequence; reach the goal state; sliding tiles; river crossing;
      logistics puzzle; move planner; robots in a warehouse; path finding; search for a plan; combinations lock;
      undo a step`,
  },
  {
    fits: 'self-refine evaluator-optimizer',
    said: `
      a single model criticises its own text; checks its own draft for completeness and format; self-review of a
      document against a checklist; second pass on style`,
  },
  {
    fits: 'self-refine evaluator-optimizer react-loop',
    said: `
      make this mail friendlier, shorter, clearer, warmer or more professional; reword; rephrase; soften; sound
      nicer; less stiff; paraphrase; better english; fix the grammar; improve the wording`,
  },
  {
    fits: 'prompt-chain sop-pipeline',
    said: `
      fixed sequence: outline, draft, check, format; fetch, clean, transform, validate, load; each step's output
      must match a schema before the next begins; recipe with known steps; assembly of a newsletter; etl; first
      this, then that, then that; content production line; multi-step form; gate between stages; always the same
      five steps`,
  },
  {
    fits: 'prompt-chain sop-pipeline plan-then-execute',
    said: `
      always geocode, fetch, adjust, write up, check; transcribe, translate, subtitle, export; known stages with
      a test after each; deterministic flow; transform data in stages; content pipeline; compile, test, package;
      intake, normalise, enrich, report; stepwise conversion with validation; conveyor belt; recipe-like; no
      surprises in the order; simple workflow with checkpoints; steps; stages; phases; pipeline; sequence;
      order; first; then; next; finally; always; fixed; predefined; known; deterministic; check after each;
      validate; schema; transform; format; export; chain; line; workflow; routine; recipe; script; multi-stage;
      in turn; process data; generate then check`,
  },
  {
    fits: 'prompt-chain plan-then-execute',
    said: `
      write all steps first and only then execute; no surprises; steps known; in fixed order; first plan, then
      do; predefined sequence; script the process`,
  },
  {
    fits: 'sop-pipeline prompt-chain policy-gate',
    said: `
      back office process with stations and forms; claims, invoices, tax returns, loan or visa applications
      handled by procedure; each department fills a form for the next; onboarding checklist; standard operating
      procedure; iso or gmp rules; audit trail of who did what; hospital protocol; purchase to pay; hand
      documents down the line; regulated paperwork; month-end closing; registration, examination, decision and
      archiving; case; file; clerk; form; document; template; deliverable; procedure; process; protocol; manual;
      guideline; standard; rulebook; regulated; certified; audit; inspection; approval chain; departments;
      stations; roles; specification, build and test handed over by document; one drafts, another builds, a
      third tests; waterfall; office; authority; hospital; laboratory; factory; aviation; pharma; insurance;
      bank; tax; customs; notary; paperwork; onboarding; offboarding; checklists; prescribed; mandatory; by the
      book`,
  },
  {
    fits: 'sop-pipeline react-loop policy-gate',
    said: `
      carry out a maintenance procedure and record each step; follow the manual to the letter; restore a backup
      by the runbook; rotate certificates; execute a documented change; operating instructions`,
  },
  {
    fits: 'sop-pipeline role-specialist-team react-loop',
    said: `
      service is down; alarm at night; latency spikes, error rate rises, disk full, pods restart; find the root
      cause of an outage; on-call engineer; incident response; pager; diagnose a production problem and suggest
      a safe next step; site reliability; network failure; why is the server slow; incident; outage; alarm;
      alert; failure; breakdown; malfunction; down; offline; degraded; slow; error rate; spike; crash; data
      centre; server; cluster; network; service; site; payment; night; on-call; duty; respond; respond to
      alarms; mitigate; recover; restore; diagnose; diagnosis; cause; root; symptom; investigate; metrics; logs;
      traces; runbook; playbook; standby; emergency; power plant; machine stops; production line`,
  },
  {
    fits: 'sop-pipeline policy-gate human-approval-gate',
    said: `
      work cards, forms and signatures; aircraft maintenance; laboratory protocol; bank account opening; know
      your customer checks; clinical pathway; customs declaration; hiring process; document approval chain;
      product manager, architect, developer and tester pass documents on; virtual software company with roles;
      waterfall; monthly figures of branch offices in a template; loan application from clerk to committee;
      court filing; quality management; insurance claim through departments; factory line; bureaucracy;
      deliverables with templates; public administration procedure`,
  },
  {
    fits: 'sop-pipeline role-specialist-team react-loop human-approval-gate',
    said: `
      database at full load; customers are screaming; site is offline; emergency in production; it is broken
      right now; server room; urgent failure; find out what is wrong with the system; payment system not
      responding; error budget; degraded service; troubleshooting of infrastructure; restart or not`,
  },
  {
    fits: 'sop-pipeline prompt-chain react-loop',
    said: `
      in the right order; accounts, laptop and training for new hires; checklist; steps laid down by the
      company; same paperwork each time; process with deadlines; employee leaves; moving office; enrolment;
      event preparation checklist; administrative process`,
  },
  {
    fits: 'sop-pipeline prompt-chain human-approval-gate policy-gate',
    said: `
      assemble documents, have them signed, then submit; intake, check, valuation, approval; rehearse, check,
      release; receive, inspect, store; apply, review, decide, notify; paper trail; official procedure;
      certification; permit; grant administration; probate; recall; clinical trial steps; month after month by
      the book; chain of signatures`,
  },
  {
    fits: 'sectioning map-reduce orchestrator-workers',
    said: `
      localise an app into several languages; chapters or sections written at once; parts with fixed templates
      can be done separately; grant application of five sections; handbook split by chapter; each team member
      does one file; front end and back end against a frozen interface; assemble finished parts; run bits of the
      job simultaneously so that the user waits less; parallelise a form; fixed borders between parts`,
  },
  {
    fits: 'sectioning orchestrator-workers map-reduce',
    said: `
      chapters or parts are independent; five modules with an agreed interface; slides by topic; each person
      writes one part and a rule puts them together; merge regional guides; a manual split by device; parallel
      paragraphs; website pages built at once; lesson units; speed up by doing separate pieces simultaneously;
      work packages without overlap; front page, sport and culture sections; sections; chapters; parts; pages;
      modules; components; slides; simultaneously; at the same time; in parallel; concurrently; side by side;
      separate authors; assemble; stitch; put together; fixed interface; no overlap; template per part; faster
      by splitting`,
  },
  {
    fits: 'map-reduce',
    said: `
      extract the same fields from thousands of contracts, invoices, cvs, forms or scans; effective date, party,
      clause or amount from each document; parse resumes; structured data from pdfs; turn unstructured files
      into a table; metadata for each file in an archive; same prompt on each row; one call per item; batch job
      over night; scrape many sites for the same thing; tag, describe or convert each picture or record; take
      these thousands of files and list something for each; per document; go through all of them and note; for
      every policy, letter, recording or page; dates, deductible, exclusions, totals; a table with one line per
      file; read each one separately; hundreds of similar pieces; independent rows; for all customers; repeat
      for each; apply to all; loop over a list; stack of documents; huge folder; archive; batch of images;
      thousands of emails; list of urls; each; every; individually; separately; one at a time; independent;
      identical; same question; same fields; thousands; hundreds; batch; bulk; mass; pile; stack; folder; list;
      table; spreadsheet; rows; leases; bills; invoices; receipts; scans; applications; decisions; letters;
      transcripts; reports; photos; images; recordings; reviews; tweets; articles; abstracts; files; urls;
      extract; collect; tag; label; annotate; describe; transcribe; convert; resize; file; fill in; key terms;
      amount; date; name; iban; number; per item; aggregate; tally; count; combine results; statistics;
      distribution; pull something out of every regulation, filing, statute, patent, order or protocol; out of a
      thousand documents; who sued whom for how much; limit values; parties and sums; hundreds of similar
      papers; read all and list; values from each`,
  },
  {
    fits: 'map-reduce recursive-subagents orchestrator-workers',
    said: `
      fill a spreadsheet about hundreds of companies, cities, schools or shops; name, address, opening hours and
      phone of each; price and rating of every product; list all vendors with attributes; build a directory;
      enrich a crm list; lead list; compare dozens of laptops or suppliers by price, weight and criteria;
      collect the same facts for each entity; matrix of entities by attributes; table of parks, hotels, laws or
      clubs with year, size and fee; one line per city; list every grant with its deadline; contact data of
      hundreds; compile a database; benchmark table of providers; collect facts per country; who is ceo of each;
      inventory of tools with licences`,
  },
  {
    fits: 'map-reduce orchestrator-workers',
    said: `
      find recurring themes in interview transcripts, survey answers, reviews or feedback; cluster comments;
      what do customers complain about most; digest of hundreds of messages; summarise all tickets of a month;
      voice of the customer; make an faq from years of tickets; answer ninety questions independently;
      questionnaire; mine a history of conversations; build a knowledge base from old mails; themes; topics;
      main worries; patterns in answers; which topics come up again and again; trends over many texts; survey;
      interviews; lectures; focus; feedback; opinions; complaints; wishes; suggestions; what do people say;
      insights; cluster; group; frequent; common; digest; boil down; faq; catalogue of questions`,
  },
  {
    fits: 'map-reduce independent-ensemble self-consistency-vote judge-panel',
    said: `
      screen abstracts against inclusion criteria; annotate, label or code texts; toxic or not; sentiment of
      tweets; training data labelling; content moderation of posts; relevance judgements; several annotators`,
  },
  {
    fits: 'map-reduce sequential-relay context-compaction',
    said: `
      summarise a thousand page document, a court transcript, a medical record or a book that is too long;
      condense a huge report; abridge; more text than the model can read at once; executive summary of a long
      pdf; chapter by chapter`,
  },
  {
    fits: 'map-reduce model-cascade',
    said: `
      caption photographs; keywords for each item of a museum or shop; product descriptions for a catalogue of
      thousands; rate every row; normalise addresses; detect language per record; translate thousands of short
      strings; summarise each call; convert files one by one; transcripts of each meeting; classify each
      receipt; suppliers' offers, price and lead time of each; same question to every document; mass processing;
      nightly bulk run; tens of thousands of records; independent little jobs; read a thousand bills`,
  },
  {
    fits: 'map-reduce sectioning',
    said: `
      column by column; each independent; page by page; per region; per language; per product; separate units of
      the same sort`,
  },
  {
    fits: 'sequential-relay context-compaction',
    said: `
      read a whole novel and follow a character from beginning to end; how does a view change over the story;
      events in order; later parts depend on earlier ones; pass notes from one reader to the next; timeline
      across volumes; read in sequence; running summary; plot, continuity and names; volumes of minutes or
      proceedings traced from session to session; how a law, plot, patient or project evolved over hundreds of
      pages; diary; case file in order; logbook; continuous narrative; what changed from chapter to chapter;
      chronicle; who is who in a saga; a transcript in which things refer back; reading order is important`,
  },
  {
    fits: 'sequential-relay context-compaction evaluator-optimizer sectioning',
    said: `
      translate a manual, a novel or subtitles with the same terminology throughout; localise; glossary must be
      consistent; names match between episodes; multilingual version of a long text; translation; translate;
      french, german, russian, spanish, chinese, japanese or english; novel, cookbook, fairy tales, manual,
      contract, series, game texts; style uniform; consistent; same names everywhere; glossary; terms;
      terminology; subtitles; localisation; published in another language`,
  },
  {
    fits: 'sequential-relay context-compaction evaluator-optimizer',
    said: `
      terminology must not drift; same term for the same thing; consistent names; from english to another
      language; long translation; translate a corpus of texts; series with recurring names; specialised
      vocabulary`,
  },
  {
    fits: 'sequential-relay map-reduce context-compaction',
    said: `
      long text; very long; volumes; hundreds of pages; book; diary; trilogy; biography; chronicle; proceedings;
      hearing; trial record; read from front to back; order matters; development over time; storyline; how
      something changes; what happened when; follow a person; recap; synopsis; summary of a saga`,
  },
  {
    fits: 'sequential-relay context-compaction perspective-interview map-reduce',
    said: `
      biography from letters; thousands of letters in chronological order; family history; correspondence;
      develop over years; patient history; log of a voyage; minutes over decades; changes of mind; timeline;
      oral history`,
  },
  {
    fits: 'router policy-gate handoff-delegation',
    said: `
      helpdesk with password resets, invoices and cancellations that need different handling; customer support
      under policy; parcels, refunds, complaints; service desk tickets; questions of different kinds arrive in
      one inbox; each type has its own tools and prompt; dispatch to the responsible queue; classify intent;
      front door; switchboard; triage nurse; department mailboxes; tell apart sales from support; guest messages
      about towels, check-out, complaints and bookings; messages are about delivery, broken parts, assembly and
      invoices; all kinds of questions; people write for different reasons; shop, hotel, landlord, clinic,
      school or city inbox; several topics; parents' mails; tenants report damage, rent or noise; patients ask
      for appointments, prescriptions or results; students ask about exams, fees or rooms; each of these goes
      elsewhere; messages arrive mixed`,
  },
  {
    fits: 'router handoff-delegation',
    said: `
      citizens' letters about potholes, noise, permits or taxes to the office in charge; post room; assign mails
      to the right person; which department handles this; sort by topic, language or product; forward; allocate
      requests; different categories need different treatment; questions about shipping versus billing versus
      returns; recognise what the user wants first; choose the right tool or sub-bot; one entrance and many
      specialists; mixed inbox; triage by kind; call distribution; classify then process; classify; categorise;
      sort; label the request; intent; topic; kind; type; category; class; queue; department; desk; office;
      counter; right place; right person; dispatch; direct; distribute; triage; switch; front desk; call centre;
      what callers want; enquiries; requests of different sorts; mixed requests; several products; languages;
      separate handlers; appropriate tool; which skill; mail room; gatekeeper; first contact; sorting machine;
      incoming`,
  },
  {
    fits: 'router model-cascade react-loop sectioning',
    said: `
      answer within milliseconds; voice assistant must respond at once; users will not wait; strict response
      time; snappy; speed of reply matters most`,
  },
  {
    fits: 'handoff-delegation router',
    said: `
      caller speaks to reception and is then connected with the right expert who keeps talking to them; transfer
      the chat to billing; pass the customer on to a mortgage adviser; phone bot with several specialists;
      change of speaker within a conversation; take over the user; live agent; voice assistant for a hotel;
      concierge hands guests to spa or kitchen; greeter bot, warranty bot, sales bot; specialist takes the
      conversation over; patient talks first to intake, then to a nurse; guide passes the visitor on; tutoring
      by subject with one tutor at a time; the user should not notice the switch; warm transfer; change of
      responsibility in the middle of a chat; from chatbot to department; bank advisers; agents take over from
      one another while chatting; same customer, another agent; switch to another agent during the chat; next
      specialist continues; relay a customer; pass the conversation along; another bot continues with the user;
      agent gives the customer to a colleague; hand over; transfer; pass on; take over; connect; put through;
      next agent; adviser; colleague; live conversation; caller; guest; visitor; patient; client on the line;
      dialogue; chat; voice; tutor; continue with; specialist speaks; mid-conversation; ownership of the chat`,
  },
  {
    fits: 'model-cascade router',
    said: `
      token bill too high; save money on easy queries; most questions are trivial; small model first and the
      large one only if it is unsure; cut cost of faq answers; millions of requests a day; cheap model with
      fallback; escalate hard cases; price per call; budget; confidence threshold; economical moderation around
      the clock; mass small jobs; cost-effective at scale; low-cost; visitors ask the same things all day and
      once in a while something hard; keep the bill small; try the small model and go up only if needed; spend
      less; high traffic; budget per month; majority are routine; save on api fees; tiered models; quick cheap
      answer first; use the expensive model sparingly; pay as little as possible; economical; affordable at
      volume; local model first; cheap; cheaply; cheaper; inexpensive; low cost; costs; spend; spending; price;
      bill; save; savings; frugal; flagship model; small model; mini model; large model; tier; fallback;
      escalate; unsure; confidence; routine; easy; trivial; simple questions; faq; high volume; millions; chats
      a month; traffic; scale; bulk; cents; affordable; overpay; waste of tokens`,
  },
  {
    fits: 'model-cascade router plan-then-execute',
    said: `
      reduce inference cost while keeping quality; cheapest way to classify; fewer calls to the big model; lower
      the price without getting worse; halve the spending`,
  },
  {
    fits: 'topology-router',
    said: `
      each request is different: some need one agent, some a team; choose the organisation automatically; logged
      runs of different team shapes; dispatch jobs to the shape that suits; decide how many agents per query;
      adaptive orchestration; dynamic team structure; predict whether a team pays off; mixed workload; tasks
      vary from trivial lookups to month-long projects and statistics exist on what team worked; solo or team
      decided per task; selector of strategies; match the kind of collaboration to the task; portfolio of
      organisations; historical results by team type; switch between single, parallel and hierarchical mode;
      when to use one agent and when several, automatically`,
  },
  {
    fits: 'topology-router router model-cascade',
    said: `
      depending on how difficult a query is, choose between one agent and a group; easy ones alone, hard ones by
      a team; pick the team size per question; sometimes one agent, sometimes a team`,
  },
  {
    fits: 'topology-router team-selection',
    said: `
      different organisation per task; adapt; adaptive; depending on; difficulty; mixed tasks; varied;
      heterogeneous workload; statistics; history; log; record of outcomes; choose between solo and team;
      dispatcher for teams; select the structure; shape of team; meta-controller; when to use which`,
  },
  {
    fits: 'orchestrator-workers delegation-contract verifier-gate',
    said: `
      due diligence on a company; background check from several angles; market research report with sources;
      deep research; what does science say about; investigate a broad topic; competitor analysis; policy
      briefing; landscape study; legal, financial and technical side each researched; a lead who hands out
      subtopics and joins the results; dossier; survey of the state of the art; country report`,
  },
  {
    fits: 'orchestrator-workers map-reduce verifier-gate',
    said: `
      literature review; what has been published; group papers by method; summary of twenty years of studies;
      meta-analysis; related work section; bibliography for a thesis; where authors contradict each other;
      scientific overview`,
  },
  {
    fits: 'orchestrator-workers sectioning recursive-subagents',
    said: `
      split one job among helpers; a boss who delegates; divide and conquer; task too big for one agent;
      independent subtasks; a manager and a few assistants; team lead distributing work; coordinate several
      workers; put the pieces together at the end`,
  },
  {
    fits: 'orchestrator-workers role-specialist-team plan-then-execute',
    said: `
      event, campaign or project with many different strands such as venue, budget, marketing and catering;
      business plan; product launch; household move; curriculum for a course; go-to-market; strategy with
      several workstreams; renovation, construction, relocation or film shoot with trades; coordinate trades and
      suppliers; festival; expedition; fair; project with a deadline and many helpers; general contractor;
      different tasks for different people`,
  },
  {
    fits: 'orchestrator-workers recursive-subagents verifier-gate delegation-contract',
    said: `
      investigate a network of companies; everything public about a person or firm; journalism investigation;
      background dossier within two days; patent or prior-art search; technology scouting; regulation in all
      member states; briefing for a minister; know the market before entry; what are competitors doing; thorough
      overview of a field with proof; comparative study of countries; answers scattered over many websites;
      reports, filings, news and interviews; gather evidence on several fronts at once; comprehensive research
      with citations`,
  },
  {
    fits: 'orchestrator-workers hierarchy-tree delegation-contract',
    said: `
      one chief and several subordinates; leader tells others what to do; central coordinator; project manager
      agent; head agent assigns and collects; hub and spokes; who assigns work; subordinates report back; team
      with a lead`,
  },
  {
    fits: 'orchestrator-workers delegation-contract verifier-gate recursive-subagents',
    said: `
      vet; check out; look into; investigate; examine from every angle; scrutinise; dig; background; reputation;
      profile; supplier, partner, exchange, company, candidate or country; which treatments are backed;
      evidence; studies; references to rely on; trustworthy sources; broad; comprehensive; thorough; in-depth;
      wide; many sources; compile; overview; landscape; market; dossier; report; briefing; analysts; search
      teams; researchers; subtopics; aspects; angles; facets; areas; parallel research; lead researcher;
      knowledge gathering; state of affairs; current knowledge`,
  },
  {
    fits: 'orchestrator-workers sectioning hierarchy-tree',
    said: `
      split; divide; partition; separate; break up; assign; distribute; delegate; allocate; share out;
      coordinate; supervise; manage; combine; collect; join; assemble; workers; helpers; assistants;
      subordinates; crew; squad; several agents; pieces; portions; subtasks; workstreams; independent; side by
      side; divide the labour; teamwork; lead engineer agent splits a dashboard into widgets; site into pages;
      report into parts; parts built independently; one plans and several build; several teams; components;
      deliverable of many pieces; subcontract; parallel construction`,
  },
  {
    fits: 'delegation-contract orchestrator-workers',
    said: `
      how to brief a subagent; worker starts with an empty context; what information to pass on; sub-agents
      misunderstand or duplicate work; clear instructions for helpers; task description for another agent;
      scope, output format and limits of a subtask; the lead forgets to mention facts; leak of secrets to a
      worker; handover note; vague assignments; prompts written by an orchestrator; what do i tell each worker
      so that nothing important is missing; how to phrase a subtask; half of the subagents do the same search;
      overlapping work of helpers; give each helper exactly what it needs; formulate the job for a sub-agent; so
      it returns what i need; what to say to a helper; wording of a subtask; order for an agent; the helper
      lacks background; goal, limits and output format; precise commission; delegated work comes back wrong;
      transfer of knowledge to a worker`,
  },
  {
    fits: 'delegation-contract',
    said: `
      how much detail must the lead hand to a researcher it launches; define the subtask; what belongs into the
      assignment; worker reports something useless because the order was unclear; job description for an agent;
      message format between lead and worker; expected output of a helper; acceptance criteria in the brief;
      context to share and context to hide; spawn with instructions; order sheet; statement of work; sub-agent
      did the wrong thing; brief; briefing; assignment; instructions; order; specification of a subtask; context
      for a helper; note to a colleague; handover; picks up my work; what to put in it; contract; scope;
      boundaries; expected result; format; misunderstanding; ambiguity; duplicate; unclear; omitted; forgets;
      missing facts; prompt for a sub-agent; message to a worker; job ticket; instruct; explain to a worker`,
  },
  {
    fits: 'recursive-subagents orchestrator-workers react-loop',
    said: `
      find something obscure from vague clues; that one blog post from years ago; search a huge archive of mails
      or chats; needle in a haystack; who approved it, buried somewhere; track down a missing page; search a
      giant code base or intranet; sift through a mountain of material; track down; locate; find; hunt; obscure;
      rare; forgotten; buried; vague memory; half-remembered; clue; detective; search widely; sources unknown;
      crawl; many leads; spawn; on demand; dynamic; as many as needed; quick and wide; temporary agents;
      throwaway helpers; exploratory search`,
  },
  {
    fits: 'recursive-subagents orchestrator-workers map-reduce',
    said: `
      spawn as many searchers as needed on the fly; helpers created dynamically; the answer is needed fast and
      money does not matter; cast a wide net; search in many places at once; throw more agents at it; swarm of
      researchers; shorter waiting time by going wide; unknown number of parts`,
  },
  {
    fits: 'hierarchy-tree shared-queue-claiming orchestrator-workers',
    said: `
      migrate a huge monolith to another language; port hundreds of thousands of lines; move from one framework
      to another; replace an old stack; convert a large code base; rewrite a legacy cobol or php system; upgrade
      from python 2 to 3; break the monolith into microservices; swap the orm, database or ui library in a
      system with hundreds of tables or screens; replatform; modernise an old mainframe system; switch from
      javascript to typescript everywhere; upgrade the whole estate; two months of conversion guarded by
      integration tests; re-architecture of an erp; angular to react; move to the cloud; rewriting the back end;
      systematic renaming over thousands of files; big project from version 4 to version 6; thousands of files;
      whole company's code base; everything must move by the end of the year; entire platform; old to new;
      large-scale rewrite; multi-month programme; a great deal of code; legacy estate with good tests; adopt a
      new framework everywhere; complete overhaul; project on one version and want it on another; replace a
      library or framework in hundreds of templates, screens, tables or services; port; migrate; convert;
      translate code; modernise; rewrite; transition; overhaul; upgrade; from one language to another; swift,
      kotlin, rust, go, typescript, vue, react, angular, jquery, django, rails, cobol, fortran, perl, php;
      thousands of lines; million lines; legacy; whole application; large; huge; enterprise; estate; platform;
      months; quarter; departments of agents; layers of managers; chief planner`,
  },
  {
    fits: 'hierarchy-tree orchestrator-workers shared-queue-claiming',
    said: `
      build an entire application from scratch; create a whole product from an idea; develop a game, a compiler,
      a browser or an operating system; months of development; project with dozens of modules; run a virtual
      software company; autonomous coding overnight; managers who direct managers who direct workers;
      sub-planners; chain of command`,
  },
  {
    fits: 'shared-queue-claiming sectioning hierarchy-tree',
    said: `
      many coding agents in one repository; coders who must not step on each other or overwrite files; they pick
      tickets from a board; work through the backlog of issues; grab the next item; claim tasks with locks;
      twenty developers at once; branches and merges by a swarm; same change in many repositories; bulk edits
      across projects; conflict-free teamwork in git`,
  },
  {
    fits: 'shared-queue-claiming hierarchy-tree sectioning',
    said: `
      a dozen bots closing issues in a monorepo at the same time; many contributors, one trunk, strict ci; each
      takes the next open ticket; list of lint errors or translations keys to burn down; bug bash; crowd of
      programmers; parallel worktrees; equal agents without assignments; lots of unrelated fixes; sprint board`,
  },
  {
    fits: 'shared-queue-claiming map-reduce sectioning hierarchy-tree',
    said: `
      all repositories of an organisation; every service; hundred microservices; roll out a patch everywhere;
      licence header; same edit; mass change; codemod; dependency bump across repos; backlog; tickets; issues;
      queue; claim; lock; pull next; parallel developers; merge often; trunk; concurrent edits; collision;
      conflict; swarm; army; fleet; night shift of coders; work list; to-do list; burn down`,
  },
  {
    fits: 'shared-queue-claiming hierarchy-tree sectioning map-reduce',
    said: `
      convert hundreds of tests; hundreds of small fixes; each test, screen or endpoint converted by one; over
      the next quarter; update forty repos at once; parallel migration of many small units; deprecation cleanup;
      typing of a code base; lint warnings; translations of resource files; flaky tests by the dozen; issue
      triage and fixing in bulk`,
  },
  {
    fits: 'ledger-orchestrator',
    said: `
      goal is vague and the way is unknown; it goes in circles, repeats the same clicks and does not notice;
      gets lost and must recover; dead ends are expected; keep track of facts and progress; change the plan when
      nothing moves; open-ended assignment of several days; errands over web, files and code; unattended for a
      long time; adapt when surprises happen; no clear steps known; long horizon; fuzzy assignment such as make
      onboarding better; track what is known, guessed and still open; notice that it is stuck; try another
      approach after a setback; follow along and intervene; agent loses its way in web forms; unpredictable
      environment; multi-day mission; project management by an agent; exploration with recovery; when the first
      plan fails make another; unclear requirements, keep going; finding out how on the way; detective work with
      setbacks`,
  },
  {
    fits: 'ledger-orchestrator react-loop context-compaction',
    said: `
      open problem; nobody knows how; long investigation; weeks; month-long; days; unattended; unsupervised;
      autonomous; stuck; loop; circles; stall; no progress; dead end; recover; replan; adjust; adapt; persist;
      vague; fuzzy; unclear; goal only; explore; uncertain path; track; ledger; progress; facts; hypotheses so
      far; errands; complex web task; multi-step with surprises; why do yields drop`,
  },
  {
    fits: 'ledger-orchestrator react-loop reflexion-memory',
    said: `
      portal that times out and behaves erratically; form with many steps that changes; unreliable website;
      unexpected pop-ups; keep going in spite of errors; fragile environment; long web session; many obstacles;
      resume after failure; persist through problems; unpredictable tool; complicated booking on several sites`,
  },
  {
    fits: 'role-specialist-team verifier-gate',
    said: `
      penetration test of a network or application in signed scope; ethical hacking; red team exercise; find
      zero-days, memory-safety holes and injection flaws; fuzzing harness; bug bounty; audit of a smart
      contract; vulnerability research in own code; exploit must be reproduced; capture the flag; security
      assessment; attack surface; prove each bug with an exploit in the lab; firmware, kernel, app or website
      security test; offensive security; break into our own system; find the flag; contest for hackers; security
      researchers; find holes before others do; confirm vulnerabilities; attack simulation; break into; attack;
      hack; exploit; penetrate; pentest; intrusion; red team; offensive; written permission; scope; laboratory;
      own network; web shop; firmware; vulnerability; weakness; hole; zero-day; flag; reproduce; proof of
      concept; sandbox; fuzz; audit; security test; ethical; find ways in; harden; assess`,
  },
  {
    fits: 'role-specialist-team perspective-interview react-loop',
    said: `
      threat model; who might attack and how; what could go wrong with a new feature; risk workshop; abuse
      cases; stride`,
  },
  {
    fits: 'role-specialist-team react-loop sop-pipeline orchestrator-workers',
    said: `
      reconstruct what an intruder did from logs; forensics; breach investigation; siem; indicators of
      compromise; fraud investigation; trace stolen data`,
  },
  {
    fits: 'role-specialist-team',
    said: `
      an expert for each discipline with tools and rights of their own; one reads logs, another changes systems;
      lawyer, accountant and engineer each with different systems; planner, coder and operator with separate
      permissions; doctors of several specialties; crew of specialists; cross-functional team`,
  },
  {
    fits: 'role-specialist-team sop-pipeline react-loop',
    said: `
      machine, plant, network or cluster misbehaves and somebody must find out why; diagnose from metrics and
      logs; fault finding; customers report slowness; data pipeline is late; queue grows; database is locked;
      certificates expired; alarm in a power grid; war room; escalation at night; what is the cause and what may
      we safely do; health check`,
  },
  {
    fits: 'role-specialist-team react-loop orchestrator-workers sop-pipeline',
    said: `
      compromised laptop; piece together an attack from edr, proxy and directory records; how did they get in;
      malware; ransomware; suspicious login; trace the intruder; security operations centre; evidence chain;
      hunt for threats`,
  },
  {
    fits: 'role-specialist-team sectioning orchestrator-workers',
    said: `
      front end, back end and database agent; one agent per discipline; three agents with different jobs;
      designer, coder and tester; each contributes its speciality; multi-disciplinary plan; nutrition, training
      and sleep parts; team of professionals; finance agent and legal agent; roles with different tools`,
  },
  {
    fits: 'role-specialist-team orchestrator-workers group-chat',
    said: `
      specialists; experts; disciplines; professions; roles; different skills; different tools; engineer,
      lawyer, accountant, designer, marketer, doctor, nurse, chef, trainer; crew; department; separate rights;
      each in charge of one thing; architecture team; interdisciplinary; combine expertise; committee of
      specialists`,
  },
  {
    fits: 'role-specialist-team react-loop',
    said: `
      capture-the-flag; web and crypto challenges; reverse engineering; binary; forensics; attacker and defender
      roles; blue team; purple team; network specialist, web specialist, crypto specialist; reconnaissance,
      exploitation and report; malware analyst`,
  },
  {
    fits: 'blackboard orchestrator-workers recursive-subagents',
    said: `
      data lies in many systems and nobody has the overview; which of our teams, databases or drives holds it;
      silos; scattered shares and warehouses; whoever knows something posts it; volunteers answer a request;
      notice board; message bus; agents subscribe to topics; tools owned by different groups; knowledge spread
      over departments; ask around; find the right files in a data lake; scattered; spread; distributed;
      fragmented; silo; wiki, mailbox, file server, drive, archive and share; owners; who knows; who has; which
      system; unknown place; knowledge is everywhere; tribal knowledge; contribute; volunteer; post; board;
      pool; noticeboard; publish; subscribe; offers; dozens of owners; data owners; metadata; catalogue of data;
      lake; federated; may be with finance, sales, hr or logistics; relevant file could be anywhere; whichever
      department has it; not clear who holds the data; several owners, none sees the others' records; each
      hospital, branch or agency keeps its own; information in many hands; partition; pieces of the puzzle lie
      with different agents; helpers announce what they have; unknown helper; contributions from whoever can;
      different databases that must be combined`,
  },
  {
    fits: 'blackboard peer-network orchestrator-workers',
    said: `
      each helper knows its own bit and whoever can contributes; sensor, weather and market agents; questions
      are put on a board; not known beforehand who can answer; experts raise their hand; common workspace;
      shared notes; opportunistic help; partial solutions from several sources; distributed knowledge;
      departments' systems without a map; contributors join in; subscribe and react to events`,
  },
  {
    fits: 'blackboard recursive-subagents orchestrator-workers',
    said: `
      the answer is somewhere and nobody remembers where; many sites, drives and wikis; unknown location of
      data; lost file; which system has it; who could know; forty repositories of documents; institutional
      knowledge; distributed archives; join data from several owners`,
  },
  {
    fits: 'peer-network blackboard group-chat',
    said: `
      no boss; equals who inspire each other; decentralised; swarm without leader; findings of one are useful to
      several; neighbours exchange notes; mesh; explore a field together; emergent collaboration; flat team;
      connect findings; graph of agents; agents of several companies cooperate without one in charge; partners
      on an equal footing; a consortium; nobody is the boss; across organisations; equals; peers; flat;
      leaderless; no leader; no manager; self-organising; swarm; network; neighbours; share; exchange; gossip;
      mutual; inspire; collective; community; emergent; cooperation; explore; everyone; each other`,
  },
  {
    fits: 'peer-network blackboard',
    said: `
      artists, scientists or scouts inspire each other; loose collective; everyone sees the neighbours' finds;
      map a topic by wandering; no hierarchy and no expert; cooperative discovery; gossip; lateral exchange; web
      of agents; ecosystems of equal explorers; egalitarian; self-organised`,
  },
  {
    fits: 'peer-network group-chat blackboard',
    said: `
      everyone talks to everyone; no manager; all agents equal; nobody in command; share results with one
      another; agents exchange messages freely; without hierarchy; collective without leadership; democratic
      team; round table of equals`,
  },
  {
    fits: 'group-chat perspective-interview',
    said: `
      several personas discuss an idea; focus group; mock town hall; simulated customers react to a price;
      negotiation, bargaining or rehearsal between bots; role play between doctor and patient; synthetic
      dialogues; elicit requirements by questions and answers; brainstorm together; characters talk until they
      agree; roundtable; board meeting; simulate a market, a user or a society; user research with fake users;
      interview practice; rough product idea needs questions; pretend to be commuters, parents or shop owners
      and say what they think; opinion of different residents; user personas react to a feature; imaginary
      panel; improvisation; talk show; buyer and seller haggle; diplomatic talks; couples therapy training; mock
      interview; sales role play; customer asks and engineer answers to find out needs; what do stakeholders
      want; ideation session; workshop; dialogue writing; characters in conversation; improv; debating club for
      ideas; co-design with imaginary users; collect wishes; design thinking; role-play; roleplay; play the
      part; pretend; simulate; simulation; imaginary; artificial; virtual; persona; character; actor; customers;
      voters; electorate; residents; patients; nurses; parents; users; discuss; talk; conversation; dialogue;
      negotiate; negotiation; bargain; haggle; salary talks; hostage; sales pitch; rehearsal; practise;
      training; coach; boss; counterpart; brainstorm; ideas; panel; town hall; referendum; elicit; requirements;
      needs; what would they say; reactions; opinions; feedback of imaginary people; debate club; mock
      parliament, court or un assembly; fictional parties; simulated auction; debate training; model united
      nations; town meeting; characters of a play; comedians improvise; customers and clerk; theatre; interview
      with imaginary people; improvised scenes; language practice partner; simulated class of pupils;
      negotiations between countries`,
  },
  {
    fits: 'group-chat role-specialist-team perspective-interview',
    said: `
      a coach and a nutritionist together; roles talk with each other; a designer and a developer chat; doctor,
      lawyer and patient in one room; characters with jobs discuss a plan; ceo and cto bots; several
      personalities; team meeting of agents; conversation among roles`,
  },
  {
    fits: 'group-chat',
    said: `
      negotiation simulator; training partner for purchasers, sellers or doctors; rehearsal; conversation
      practice; simulated counterpart; act as the other side; training by role play`,
  },
  {
    fits: 'perspective-interview verifier-gate prompt-chain',
    said: `
      encyclopaedia entry; wikipedia-style article; textbook chapter seen by historians, engineers and
      economists; long report with references from several viewpoints; background article; feature story; white
      paper with citations; questions an expert would be asked; points a single author would overlook`,
  },
  {
    fits: 'perspective-interview prompt-chain verifier-gate',
    said: `
      definitive article on the history of something from social, technical and sporting angles; long read;
      museum catalogue essay; in-depth portrait; lexicon; outline that misses nothing; magazine piece with
      references; article that covers all sides; background chapter; learn what different readers would ask;
      broad and well-organised text; course book; article; encyclopedia; entry; essay; chapter; long-form;
      feature; history; causes; perspectives; viewpoints; angles; schools of thought represented; historians;
      economists; engineers; experts questioned; sources; references; citations; sourced; organised; broad;
      balanced; outline; background; documentary; podcast; textbook; wikipedia; survey article; monograph;
      lecture`,
  },
  {
    fits: 'perspective-interview verifier-gate prompt-chain orchestrator-workers',
    said: `
      richly sourced survey article; for a general audience; long-form text; book chapter with references;
      history of a place or thing; comprehensive article; overview for readers; write about a subject from many
      sides; documentary script with sources`,
  },
  {
    fits: 'independent-ensemble self-consistency-vote multi-agent-debate',
    said: `
      subscriptions to models of several vendors; more reliable answers to factual questions; ask different llms
      and merge; one may be broken, biased or tampered with; second opinion without talking to each other;
      diversity of models; redundancy; cross-check; wisdom of the crowd`,
  },
  {
    fits: 'independent-ensemble self-consistency-vote react-loop',
    said: `
      chance that something happens; forecast an election, a rate cut, demand or a price; probability of an
      event; prediction; how many, roughly; fermi estimate; guess a quantity with a range; superforecasting;
      will it be above or below; will it happen by december; future price, rate, vote or result; next year;
      chances; expected; who is going to win; trend; projection; prognosis; when will it be ready; demand
      planning; market outlook`,
  },
  {
    fits: 'independent-ensemble self-consistency-vote team-selection react-loop',
    said: `
      how high will yield, demand, turnout, rainfall or attendance be; next season; will it rain; estimate
      costs, effort or duration; who will win the match; stock, oil or house price; epidemic; odds; likelihood;
      outlook; expected number; risk assessment in percent; sports betting; budget estimate; how long will the
      project take`,
  },
  {
    fits: 'independent-ensemble',
    said: `
      different models, none may dominate; one hostile member must not decide; byzantine; merge separate
      opinions by rule; n-version; three models and a rule; parallel independent assessments; robust against a
      faulty member; several weather models; isolated second readings; double reading of x-rays`,
  },
  {
    fits: 'independent-ensemble self-consistency-vote react-loop team-selection',
    said: `
      forecast; predict; prediction; chance; odds; probability; likelihood; expect; estimate; guess;
      approximate; roughly; how many; how much; how long; will; by 2030; next year; sales; demand; price;
      election; match; weather; inflation; rate; risk; outcome; beat; win; future; scenario; outlook; growth;
      turnover; value of a house or car`,
  },
  {
    fits: 'independent-ensemble verifier-gate judge-panel',
    said: `
      several reviewers apart; nine opinions; isolated; without talking; separately; different models; vendors;
      diversity; redundancy; one may be broken; tampered; compromised; biased; second opinion; double reading;
      cross-check; merge verdicts; independent findings; overlap of lists; robust`,
  },
  {
    fits: 'self-consistency-vote react-loop independent-ensemble',
    said: `
      olympiad or competition mathematics; one number as answer; arithmetic word problem; multiple choice exam;
      quiz; riddle; ask it ten times and take what comes up most; majority; single hard problem and lots of
      compute; logic question; no answer key; science exam; repeat and count; iq test; trivia; sample short
      answers and count; contest sums; what is the integer; label chosen by most; guess, repeat and take the
      mode; number puzzle; tests with options a to d; classification by several votes; short factual answer made
      more reliable; combinatorics; probability puzzle; age problem; unit conversion; exam with one right
      answer; brain teaser; number; numeric; integer; integral; closed form; equation; sum; maths; mathematics;
      arithmetic; algebra; geometry; probability; brain-teaser; exam; multiple choice; options; true or false;
      label; yes or no; be sure; certain; confident; more reliable; vote; votes; poll; count; several times;
      repeat; sample; agree; consensus; short answer; exact`,
  },
  {
    fits: 'self-consistency-vote sample-and-select independent-ensemble',
    said: `
      increase accuracy on hard maths with a fixed model; better score without a better model; trustworthy
      answer to an exam question; more certain of a short answer`,
  },
  {
    fits: 'self-consistency-vote independent-ensemble react-loop',
    said: `
      contradictory runs; answers vary from run to run; unstable answer; stabilise; sample widely; several runs;
      final expression counts; robust answer; which answer is most likely`,
  },
  {
    fits: 'mixture-of-agents evaluator-optimizer self-refine',
    said: `
      text that people like best; advertising copy, slogan, press release, lyrics, poem, short story, joke,
      speech; creative writing; five models draft and a sixth merges; combine several drafts into one; blend of
      answers; fiction with a twist; engaging blog; persuasive letter; fuse the best parts; most pleasing reply`,
  },
  {
    fits: 'mixture-of-agents evaluator-optimizer self-refine tournament',
    said: `
      scripts, slogans or letters that listeners would enjoy most; beautiful text; most convincing version;
      novel, screenplay, fairy tale, comic, toast, wedding speech; product description; emotional; entertaining;
      readers vote on it; catchy; best of several writers; storytelling; social media post; fundraising letter;
      humour; style that pleases; rich answer from several drafts`,
  },
  {
    fits: 'mixture-of-agents evaluator-optimizer self-refine react-loop',
    said: `
      creative; creativity; write; writing; story; novella; novel; mystery; thriller; romance; poem; song;
      lyrics; sketch; joke; funny; humour; party; speech; toast; slogan; ad; advertisement; campaign; copy;
      headline; letter; blog; script; dialogue; transaction; plot twist; hooked; readers; audience; entertaining;
      engaging; beautiful; moving; persuasive; style; taste; preference; liked; favourite; appealing; several
      drafts; blend; fuse; merge; best parts`,
  },
  {
    fits: 'multi-agent-debate adversarial-debate-judge independent-ensemble',
    said: `
      experts are split; models disagree; contradicting sources; is it true or not; controversial claim; argue
      until they agree; challenge each other's answers; devil's advocate; discuss and revise; disputed
      diagnosis; conflicting evidence; hard judgement call; opposing opinions; legal question with good
      arguments on both sides; physicians, lawyers, referees or historians give different answers; opinions
      collide; who is right; experts contradict; settle a dispute; arguable; ethics question; discussion between
      models over several rounds; convince each other; the answers do not agree; moot point; reconcile different
      views; conflict between reviewers; agents argue until they settle; criticise each other; discuss a
      diagnosis; dispute among models; have them convince one another; let the agents fight about it; opposing
      views meet; agents reach agreement by argument; disagree; disagreement; contradict; dispute; controversy;
      controversial; conflicting; contested; argue; argument; debate; discuss; convince; persuade; opposing;
      critics; rebut; rounds; split opinion; schools of thought; moral; ethics; diagnosis; interpretation;
      undecided; doubt; doctor and machine disagree; get to the bottom of it; two results contradict; which of
      the two is correct; conflicting diagnoses, forecasts or audits; clarify a contradiction; appeal; second
      round after disagreement; opposing experts; polarised; arguments exchanged; scepticism; play devil's
      advocate; sources clash; studies clash; opinions differ; is it healthy or harmful; good or bad; safe or
      dangerous; mixed evidence; two camps; heated question; specialists quarrel; clash of opinions`,
  },
  {
    fits: 'multi-agent-debate tournament judge-panel adversarial-debate-judge',
    said: `
      choose between vendors, technologies, architectures or strategies; weigh pros and cons, cost, risk and
      speed; make or buy; decision with several criteria; investment committee; which option should we take;
      trade-offs`,
  },
  {
    fits: 'multi-agent-debate tournament judge-panel adversarial-debate-judge react-loop',
    said: `
      should we or should we not; this city or that; open a store here or there; hire or outsource; rent or buy;
      which supplier, school, phone, car, framework or cloud; help me decide; recommend one of the options;
      choice under uncertainty; evaluate alternatives; decision matrix; is it worth it; pick one; strategy
      question; investment decision; location choice; go or no-go`,
  },
  {
    fits: 'multi-agent-debate tournament judge-panel react-loop',
    said: `
      decide; decision; choose; choice; select; option; alternative; recommend; which one; better; best; prefer;
      versus; or; compare; weigh; pros; cons; criteria; trade-off; strategy; architecture; vendor; technology;
      location; investment; hire; buy; justify; advise; evaluate options`,
  },
  {
    fits: 'adversarial-debate-judge multi-agent-debate',
    said: `
      two advocates quote the file and a third decides; prosecution and defence; court; judge without access to
      the confidential source; one argues for and one against; who is telling the truth; less informed
      supervisor of stronger models; scalable oversight; pro and contra plead before a neutral one; let two
      sides fight it out; attorney; advocate; contradiction hearing; referee who has not read the file; opposing
      counsel; cross-examination; for and against; hearing; arguments and rebuttal; trial; one defends and one
      attacks; for; against; pro; contra; two sides; prosecutor; defender; lawyer; opponent; judge; jury
      decides; referee; plead; quotes; evidence from a file; without file access; i decide; claim; verdict;
      cross-examine`,
  },
  {
    fits: 'team-selection',
    said: `
      which model of our pool should lead; some members are much better than others; averaging drags the best
      one down; let the strongest answer; weights by past scores; pick members by a short trial; uneven quality;
      whom to trust; recruit the best performers; drop weak agents; leaderboard of agents; defer to the expert;
      models of wildly varying quality; which ones should get a say; trial round to find the strongest; leave it
      to the best; champion; some agents are useless; choose the panel by track record; expert among amateurs;
      committee dragged down by weak members; captain; assign the lead by measured skill; weighting members;
      talent scouting`,
  },
  {
    fits: 'team-selection router independent-ensemble',
    said: `
      strongest; best; weaker; uneven; skill level; quality differs; ability; talent; expertise; champion; lead;
      leader by merit; trial; audition; track record; score history; weights; trust; reliability of members;
      rank of agents; pick members; model zoo; who should answer; best at chemistry, law or code leads;
      competence; star; drop; exclude; promote; contribution`,
  },
  {
    fits: 'team-selection router topology-router',
    said: `
      historically best; has done best so far; past performance; pick the model from our fleet; most suitable
      member; measured ability; benchmark results of members; the best should carry most of the weight; who
      performs best on legal, medical or code questions; choose among our models; model selection; strong and
      weak models; agents' quality differs; elect a leader; demote; most accurate member`,
  },
  {
    fits: 'sample-and-select',
    said: `
      programming contest problem with hidden tests; generate twenty solutions and keep one that passes; try
      many times in parallel until a checker says yes; best of n; a simulator or compiler decides; take
      whichever attempt works; throw compute at it; pass at k; filter candidates by running them; ten agents
      each write a solution and a test suite chooses; several programmers try, one wins by tests; independent
      attempts; choose by running; take the version that compiles; race; many tries; retry until green;
      redundancy of attempts checked by machine; multiple solutions and an automatic check`,
  },
  {
    fits: 'sample-and-select tree-search verifier-gate',
    said: `
      formal proof in lean, coq or isabelle; theorem prover; prove a lemma; proof assistant accepts; sat or smt
      solver; satisfy all constraints; timetable, roster, shift plan, seating or allocation that meets every
      rule; valid schedule; assign people to slots; prover; proof; prove; theorem; lemma; lean; coq; isabelle;
      agda; formal; verification of an algorithm; checker; accept; satisfied; generate until; many attempts;
      candidates; best of; compile and run; execute; simulator; unit test decides; filter; programs; solutions;
      keep; select; constraint; scheduling; allocation; solver`,
  },
  {
    fits: 'sample-and-select tree-search react-loop',
    said: `
      timetable of a school; nurse rota; tournament fixtures; room booking with rules; route planning with
      constraints; sudoku-like assignment; seating plan; knapsack; find a combination that fulfils everything;
      configuration that satisfies all requirements; feasibility problem; linear programming; crew rotation;
      delivery tours`,
  },
  {
    fits: 'sample-and-select verifier-gate',
    said: `
      pick the best answer out of many samples with a verifier; generated sql, regex or code that often does not
      run and can be executed; keep what executes; automatic check of candidates`,
  },
  {
    fits: 'tester-split react-loop',
    said: `
      write unit tests for existing code; raise coverage; legacy code without tests; regression tests; test
      cases for an api; property tests; before we dare to touch it we need tests; safety net; characterisation
      tests; parser, calculator, converter or validator with a precise grammar; documented behaviour; exact
      requirements; build to spec; protocol implementation; function with clear inputs and outputs; spec is
      precise; tests; testing; test author; tester; unit; integration; acceptance; property; coverage;
      specification; spec; requirements; rfc; grammar; api; independent; separate; blind; before touching;
      behaviour; examples; expected results; implement; function; module; parser; library; protocol; generator;
      own tests; test first; quality assurance; tests from the requirements document before anyone codes; test
      cases first; test plan by somebody else; derive tests from user stories; write a module and be sure it
      does what the document says; interface description; formula in a paper turned into code; algorithm from a
      textbook; independent check by tests`,
  },
  {
    fits: 'tester-split',
    said: `
      implement a module from a specification; write a function exactly as an rfc or ticket says; nobody wrote
      tests so far; test-driven development; the author must not test their own code; tests written by somebody
      else from the requirements only; acceptance tests derived from a user story; whoever writes the program
      must not write its tests; the model wrote code and its own tests and of course they pass; tests from
      somebody who has not seen the code; qa agent apart from the developer; service from an openapi file;
      contract tests; black-box tests; blind test author; verify generated code by independent examples; tests
      copy the author's error`,
  },
  {
    fits: 'verifier-gate react-loop evaluator-optimizer judge-panel',
    said: `
      review a pull request; look over a diff and report problems with line numbers; comment on a merge request;
      second pair of eyes on a patch; code reviewer bot; catch bugs before they are merged; lint is not enough`,
  },
  {
    fits: 'verifier-gate map-reduce',
    said: `
      verify every number or quote in a report against the source; are these sentences supported by what they
      cite; invented citations, fake case law; hallucination must never reach the client; no wrong answer may
      leave; double-check before release; proof of each claim; quality control; acceptance criteria; trust but
      verify; sanity check of outputs; final inspection; error costs a lot; accuracy is critical; bibliography
      with papers that do not exist; check each line of a list against the original; statements backed by a
      paragraph that exists; figures agree with the ledger; no made-up facts; made-up sources; reliability
      before delivery; nobody should see unchecked results; dose calculation; safety-critical; customers must
      not get wrong information; sanity checks before publishing; compare the output with requirements; auditing
      results; inspect before shipping; independent controller; four-eyes check by machine; prevent errors from
      passing on; proof-read facts; verify; check; double-check; confirm; validate; prove; compare with the
      original; recordings; quotes; citations; references; facts; figures; numbers; statements; claims; sources;
      supported; grounded; true; correct; accurate; exact; reliable; invented; made up; fabricated;
      hallucinated; fake; mistakes; errors; slip; leave; leaves; release; publish; deliver; ship; newsroom;
      client; gate; gatekeeper; inspect; independent; acceptance; refuse; reject; before; nothing; never; must
      not; make sure; ensure that every; equals; equal to; same as; match; matches; agrees with; conforms;
      corresponds to the approved document; dosage, price, name or amount must be right everywhere; discrepancy;
      inconsistency; compare each with the master; leaflet; label; data sheet; translation checked against the
      original; nothing contradicts; guarantee; certify; proofread figures; correctness matters most; zero
      tolerance for errors; catch; detect mistakes; a bad answer costs us; we were burnt by wrong output;
      assurance`,
  },
  {
    fits: 'verifier-gate react-loop adversarial-debate-judge multi-agent-debate',
    said: `
      fact-check a speech, a rumour or a news article; is this claim true; misinformation; debunk; evidence for
      and against a statement; fact-check; rumour; claim; politician; speech; news; true; false; misleading;
      evidence; verify a statement; quote; myth`,
  },
  {
    fits: 'verifier-gate',
    said: `
      catch errors before the client sees it; before it leaves the house; nothing unchecked; wrong figures;
      check the output; final check; mistake must not get out; independent review of results; make sure it is
      right; validate answers; approve only what passes; reliable results; it claims to be done but is it;
      trust; a checker; controls; ensure correctness; test what the others deliver`,
  },
  {
    fits: 'verifier-gate react-loop evaluator-optimizer judge-panel role-specialist-team',
    said: `
      review; reviewer; reviewing; look over; inspect; merge request; pull request; diff; patch; commit; change;
      infrastructure as code; terraform; configuration change; migrations; several reviewers; one list of
      defects; comments; approve a change; style; security; performance; bugs; quality of code; design review;
      architecture review`,
  },
  {
    fits: 'evaluator-optimizer self-refine',
    said: `
      an editor comments and the writer reworks until it is good; rewrite until it meets the criteria; draft and
      critique; polish; improve an essay to satisfy a rubric; style guide; proofreading; more polite tone;
      shorten; cover letter; iterate on a design with feedback; make it funnier; better wording; plain language;
      revise; until the reviewer is satisfied; copy-editing; easy to read for children; readability; simplify
      legal terms; until a checklist is met; grammar and tone; tidy up a report; make the text more formal;
      teacher corrects and pupil rewrites; criteria list for a letter; improve step by step with comments;
      better slides after critique; sharpen arguments; house style; redraft; second draft; lector; refine a
      translation; tighten prose; revision; rework; improve; refine; edit; editor; critique; criticise;
      comments; feedback; suggestions; criteria; checklist; rubric; tone; wording; grammar; clarity; simplify;
      proofread; rounds; until; accepted; satisfied; better version; essay; letter; cv; report; presentation;
      text; draft`,
  },
  {
    fits: 'judge-panel',
    said: `
      grade essays, exams, homework or open answers; marking scheme; mark fairly and in agreement with teachers;
      score chatbot replies; rate quality of thousands of outputs; rubric; llm as a judge; evaluate
      conversations; did the agent follow the procedure in this log; review a whole run step by step; assess
      answers without a reference; calibrate a judge against human labels; biased grader; peer assessment;
      performance review; evaluate our rag answers; customer satisfaction scoring; peer submissions by six
      criteria; marks; teacher; feedback on homework; theses; language test; job interview answers scored;
      moderation of grades; hackathon entries by rubric; how good are these answers; quality score for call
      recordings; audit of transcripts; did it do all that was required; evaluate summaries, translations or
      stories; human-like evaluation at scale; examiner; scorecards; jury of models; accreditation; mystery
      shopping reports; judge is too lenient or too strict; bias of a judge; agreement with humans; human
      labels; grading at scale; portfolio; marks out of ten; evaluate open answers; opinion on quality; many
      outputs to score; score of style and content; examiners; reviewers' scores; which criteria; ranking by
      rubric; grade; grading; grader; mark; score; scoring; assess; assessment; evaluate; evaluation; rate;
      rating; judge; jury; criteria; points; exam; essay; homework; presentation; thesis; application; answer;
      reply; conversation; transcript; run; trajectory; student; pupil; candidate; consistent; fair; bias;
      agreement; calibrate; model answer; open-ended; quality; thousands of outputs; benchmark of chatbots;
      hackathon; feedback marks`,
  },
  {
    fits: 'judge-panel tournament adversarial-debate-judge',
    said: `
      which of two outputs is better; a/b comparison of models; preference between summaries; compare two
      chatbots; win rate; which of these two descriptions converts better; choose the better reply; left or
      right; side by side; model comparison; preference data; pick the winner of two`,
  },
  {
    fits: 'judge-panel react-loop self-consistency-vote',
    said: `
      how reliable is our agent; passes once and fails the next day; success rate over repeated runs; measure
      consistency; benchmark an agent; regression suite for prompts; compare two team designs on the same cases;
      write evaluation criteria on which judges agree`,
  },
  {
    fits: 'judge-panel verifier-gate',
    said: `
      did it really do what was asked; was every requirement met; it claims success; inspect the run; judge the
      agent; agent says done; completeness of the work; evaluate an agent's behaviour; grading of agents; audit
      of a run; compare output with the ticket`,
  },
  {
    fits: 'tournament judge-panel',
    said: `
      rank grant proposals; pick the best logo, name, slogan or concept out of dozens; have ideas compete;
      knock-out rounds; elo; which hypotheses, molecules or materials should go to the lab; no cheap test and
      experiments take months; new research ideas; invent experiments; drug candidates; pairwise comparison;
      prioritise a list of options by quality; startup ideas; design contest; novel theories; theses for
      scholarships; hundreds of applicants, entries, essays or photos ranked against each other; choose
      finalists; best of many designs; which experiments are worth funding; select promising compounds or
      recipes; league table; head-to-head; matches between ideas; best title out of fifty; award jury; call for
      papers; generate and rank research questions; innovation contest; hard to score alone but easy to compare;
      most promising; rank; ranking; order; prioritise; best ideas; hypotheses; theories; explanations;
      experiments; designs; proposals; applications; names; logos; concepts; titles; recipes; molecules;
      materials; candidates; pairs; duel; match; compete; competition; knock-out; winner; finalist; shortlist;
      award; grant; scholarship; jury; league; pick a few of many; no quick test; slow to test; why are they
      dying; new ideas`,
  },
  {
    fits: 'evolutionary-search sample-and-select',
    said: `
      make a program run faster; shrink a binary; minimise runtime measured by a benchmark; throughput, latency,
      size or energy is computed after every variant; tune a kernel, compiler flags, query or regex; discover a
      new algorithm or heuristic; mutate and keep the fittest; genetic improvement; maximise a numeric score;
      hyperparameters; optimise a formula, a layout or a circuit; beat the record; thousands of variants scored
      by a script; design shapes, wings, antennas, molecules or game levels with a simulator that returns a
      number; optimise energy, weight, cost or yield; parameter search; trading strategy with a backtest;
      compress a file better; improve a solver; packing, routing and scheduling heuristics scored automatically;
      reward function; generate variants and keep improving the best; population; iterate toward the optimum;
      fitness; gain in decibel, watt or milliseconds; fast objective function; competition leaderboard score;
      better loss; automated machine learning`,
  },
  {
    fits: 'evolutionary-search sample-and-select react-loop',
    said: `
      more frames per second; squeeze out speed; performance work; loop too slow; reduce memory or load time;
      profile and optimise; cut the cloud cost of a query; faster page load; measured improvement; make it
      quicker; faster; quicker; speed; beat; record; timer; benchmark; throughput; latency; size; memory;
      energy; cost function; score; measure; measured; fitness; optimise; maximise; minimise; tune; tuning;
      improve a number; configuration; parameters; flags; kernel; routine; sort; query; database settings;
      compression; algorithm; heuristic; formula; circuit; shape; design space; variants; mutate; generations;
      evolve; population; iterate; gain; percent better`,
  },
  {
    fits: 'workflow-search',
    said: `
      design prompts and wiring of agents automatically; optimise our agent pipeline against an eval set;
      labelled cases and a metric; learn the best workflow; automated prompt engineering; meta-agent that writes
      agents; search over architectures; auto-tune the multi-agent system; dspy; improve the harness itself;
      find the best topology by experiment; same task class for years; automatically discover which workflow
      scores best on a benchmark; let a machine design the team; find a good agent graph; improve agents by
      trial on a dataset; automatic tuning of a pipeline; learn how to organise agents; best configuration of
      agents by search`,
  },
  {
    fits: 'workflow-search evolutionary-search',
    said: `
      hand tuning of prompts is tedious and graded examples exist; search for the best agent graph; automatic
      agent design; tune roles and prompts on a validation set; optimise the pipeline end to end; hundreds of
      labelled examples and a stable task; program that improves its own agents; self-optimising; compile
      prompts; architecture search; experiment with agent setups automatically; automate the design of agents;
      search for better prompts; gold labels; labelled; examples; test set; validation set; eval; metric; score;
      benchmark; optimise prompts; tune a pipeline; best configuration; best prompt; meta; learn the workflow;
      dspy; self-improving; extractors; stable task; automatically find the team; experiment runner; machine
      finds the best chain of prompts; scored examples; thousands of graded cases; learn from data which
      pipeline works; try many agent configurations; evaluate and improve the set-up; automated experiments with
      prompts; self-tuning; meta-optimisation`,
  },
  {
    fits: 'human-approval-gate policy-gate',
    said: `
      nothing is published, sent, paid, ordered, deployed or deleted until a person agrees; ask me first;
      manager must sign off; wire transfer needs a second pair of human eyes; let me look at the plan before you
      start; button to confirm; irreversible; dangerous command; drop a table; doctor decides; legal
      responsibility; emergency stop; supervised autonomy; keep a human in charge; agent bought things without
      asking; it must never act on its own in the real world; check with me before spending; release of funds;
      confirm each takeoff; therapist, judge or teacher has the last word; no e-mail goes out unread; the boss
      clicks ok; authorise; veto; consequences are serious; cannot be reversed; high stakes; signature required;
      two-person rule; stop and ask; unclear request, ask back; accountability; wants to be asked; transfer
      money between accounts for a user; move funds; make a payment; sell shares; sign a contract; call
      relatives only after asking; may an ai act alone; nuclear plant; real-world consequences; consent;
      permission; approval; okay; green light; sign-off; authorisation; nod; release; consult; ask beforehand;
      boss, manager, partner, doctor, surgeon, captain, editor in chief or owner agrees; oversight; supervision;
      manual confirmation; buying, ordering, trading, selling, spending, wiring or donating money; posting,
      tweeting, publishing or sending; deleting, erasing, cancelling, terminating or dismissing; robots,
      machines, medicine, weapons, elections, courts; contracts; irrevocable; danger to life; embarrassing;
      expensive mistake; no trade without consent; never alone; agents may draft but a director has to release;
      drafts only; release by a superior; executive, director, president or principal; subject to approval; with
      the consent of; after review by a person; sign and send; before it goes to the customer; countersign`,
  },
  {
    fits: 'human-approval-gate policy-gate sop-pipeline verifier-gate',
    said: `
      deploy to production with a way back; release management; rollout, canary and rollback; ship a hotfix;
      infrastructure change; database migration in production; change request`,
  },
  {
    fits: 'human-approval-gate policy-gate verifier-gate',
    said: `
      goes out only after maria has approved; rehearsed, checked and then released; sign; accountant, lawyer,
      doctor, nurse, editor or boss signs; publish after approval; wait for a go; manual check before it counts;
      propose but do not act; suggestion only; let people decide; final say`,
  },
  {
    fits: 'policy-gate human-approval-gate',
    said: `
      bank bot that blocks cards and changes limits; may read but not write; never push to main; restrict which
      tools are possible; permission, allowance, quota or spending cap; refunds only under written rules; least
      privilege; business rules enforced by code; guardrails; forbid; access rights granted by rule; expense
      reports against company policy; rules must be obeyed every time; safe tool use; able to restart but never
      to delete; may do this but never that; only these actions; must not; under no circumstances; limits for a
      bot; not allowed to; prohibited; restrict an agent; what an agent can touch; dangerous rights; keep it
      from doing harm; only with permission; safe automation; strict rules; never beyond; never above; not more
      than; only up to; within a range; maximum; minimum; ceiling; quota; trades within limits; robot stays
      inside a zone; thermostat between bounds; budget cap; spending cap; without exceeding; may adjust but not
      exceed; legal limits; safe range; hard stop`,
  },
  {
    fits: 'policy-gate human-approval-gate router',
    said: `
      what it may sell is laid down in law; age limits; discount limits; agent may look but not touch; maximum
      amount per day; allowed commands; sandbox permissions; travel booking within company rules; rights by
      role; prevent it from calling dangerous tools; hard limits instead of prompts; compliance rules enforced;
      entitlement; refuse what is not allowed; banking, pharmacy, casino or insurance rules; permitted;
      forbidden; limits; caps; thresholds; allowances; law; regulation; rights; privileges; privilege;
      entitlements; grant or deny; roles and rights; safe commands; read-only; write access; admin; root;
      whitelist; blacklist; constraint on calls; refund rule; discount rule; compliance; obey; comply; violate;
      enforce; guard; block; refuse; harmless; account changes; subscribers, policyholders, patients, guests,
      passengers and members served by rules; cancel, upgrade, downgrade; eligibility; benefits office; loan
      limits; terms and conditions`,
  },
  {
    fits: 'policy-gate router handoff-delegation sop-pipeline',
    said: `
      lost luggage, rebooking and vouchers; airline, telecom, shop, hotel, bank or insurance customers; customer
      service bot; people write to us about problems with an order; complaint handling with rules; returns and
      exchanges; cancel a subscription; change an address; claims of passengers; customer care; warranty;
      customer asks for money back`,
  },
  {
    fits: 'dual-llm-quarantine policy-gate control-flow-graph plan-then-execute',
    said: `
      reads e-mail, tickets, comments, web pages or pdfs from strangers and can act; hidden instructions in a
      web page; prompt injection; trick the bot; malicious text; hijack an assistant; browser agent on untrusted
      sites; attacker-controlled content; summarise mails and reply; public form input reaches tools; jailbreak
      by user content; opens links people send; scam; spam with commands; untrusted; unknown sender; stranger;
      hostile; malicious; attacker; hacker; scammer; crook; spam; trick; fool; hijack; inject; smuggle; hidden
      command; poisoned; forged; fake; social media threads; forum; reddit; comments; reviews; attachments;
      pdfs; links; websites; newsletters; inbox; mailbox; messages; uploads; scraped text; can post, pay, delete
      or order on our behalf; access to erp, bank or accounts; leak; steal; abuse; manipulate; sanitise;
      isolate; quarantine; defence; protect; suspicious; security of assistants`,
  },
  {
    fits: 'dual-llm-quarantine router react-loop model-cascade',
    said: `
      reported phishing mails; spam or dangerous; sort suspicious messages; suspicious attachment`,
  },
  {
    fits: 'dual-llm-quarantine control-flow-graph policy-gate role-specialist-team',
    said: `
      test our agent with injected instructions; does the defence hold; adversarial robustness; attack our own
      bot and report what gets through; llm red teaming`,
  },
  {
    fits: 'dual-llm-quarantine policy-gate control-flow-graph human-approval-gate',
    said: `
      anyone can write to the mailbox and the bot can issue refunds or credit notes; documents uploaded by
      outsiders; customers' attachments; reviews and forum posts feed an agent with powers; applicants' cvs
      contain hidden text; tool results may lie; untrustworthy input and privileged tools; calendar invitations
      from unknown people; social engineering of an agent; worried that somebody manipulates the assistant;
      poisoned page; bad actors; suppliers' pdfs with commands; web content decides nothing; data exfiltration;
      leak of private data`,
  },
  {
    fits: 'dual-llm-quarantine policy-gate control-flow-graph',
    said: `
      crooks send nasty stuff; handle my mail; bad people; fraudsters; content that lies; dangerous attachments;
      be safe when reading the web; assistant that reads what others wrote and then acts; strangers' text; fake
      instructions; inbox agent; safe mail agent; manipulated documents; tricked`,
  },
  {
    fits: 'control-flow-graph policy-gate dual-llm-quarantine',
    said: `
      agents may only call each other in the order i define; payroll must not be reachable from the agent that
      browses; isolate agents from one another; one infected agent must not spread to others; whitelist of
      calls; state machine that fixes who talks to whom; lateral movement between agents; contain a compromised
      member; separation of duties; enforced workflow; which agent can invoke which; some bots roam the internet
      and others hold the keys; no path from the former to the latter; firewall between agents; permitted
      message routes; no agent may invent new routes; strict protocol among agents; a manipulated agent must not
      command others; restrict delegation; secure multi-agent system; fixed call order whatever web pages say;
      communication channels locked down; trust boundaries; compartmentalise; one hacked sub-agent could take
      the others down; spreading attack; infection; limit damage; blast radius; agents that trust each other too
      much; compromised helper; rogue member; protect agents from each other; secure communication between
      agents; forbidden calls between agents; talk each other into something; who may call whom; allowed routes;
      fixed graph; wiring; permitted edges; reachability; firewall; segmentation; containment; cut off; no
      connection; chain of calls; influence one another; spread; contagion; lateral; tell another agent what to
      do; command another bot; escalate privileges; restricted communication; trust between agents; impersonate;
      insider; sabotage; defend a team`,
  },
];
