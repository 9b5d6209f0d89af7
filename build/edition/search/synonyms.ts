/**
 * Synonyms: words of everyday English that mean about the same to a person who describes work. A question about a solicitor is
 * answered from texts about lawyers. Words that belong to one pattern are in its situations instead.
 */
import { stemOf } from './words.ts';

/** The groups of words with similar meanings, separated by semicolons. Each word is in one group only. */
const groups = `
  attorney lawyer counsel barrister solicitor advocate; judge referee umpire arbiter;
  doctor physician surgeon clinician gp medic; nurse carer caregiver; patient inpatient;
  hospital clinic ward surgery infirmary; medicine drug medication pharmaceutical prescription remedy;
  illness disease sickness disorder diagnosis ailment; company firm business enterprise corporation;
  employee staff personnel colleague coworker; boss manager supervisor chief superior; leader commander;
  customer client consumer; supplier vendor provider; tenant renter lodger lessee; guest visitor; citizen resident inhabitant;
  pupil student; teacher lecturer professor tutor instructor; school college university academy;
  expert specialist professional connoisseur; scientist researcher scholar; child kid toddler; stranger outsider;
  thief burglar robber; attacker hacker intruder adversary; criminal crook fraudster scammer swindler;
  photo picture image photograph snapshot; film movie video clip; recording audio; book novel volume; 
  article essay feature; newspaper magazine gazette; letter mail message; inbox mailbox; text wording prose;
  paperwork form; transcript transcription; study survey investigation; summary digest abstract synopsis abridgement;
  spreadsheet excel csv; chart graph diagram; number figure digit; list catalogue inventory register;
  brochure leaflet flyer pamphlet booklet; manual handbook guide; contract agreement lease deal; clause paragraph provision;
  statute regulation legislation; rule policy guideline; court tribunal; verdict judgment judgement; licence license permit;
  invoice bill receipt; money cash funds; price cost fee charge; refund reimbursement; salary wage payroll; tax vat;
  bank lender; loan credit mortgage; insurance insurer; order request; discount rebate; budget spending;
  cheap inexpensive lowcost affordable; expensive pricey premium; warehouse depot storehouse; factory mill;
  machine device appliance equipment; tool instrument; car vehicle automobile lorry truck van; train rail railway tram;
  flight aircraft; ship boat ferry vessel; journey trip travel tour voyage; holiday vacation getaway;
  hotel hostel cabin accommodation; restaurant cafe diner; meal dinner lunch recipe; food grocery; house home flat apartment;
  building construction; room hall; city town municipality; village hamlet; country nation; region area district; road street;
  garden yard; animal pet; weather rain storm; energy power electricity; environment climate; celebration festival;
  wedding marriage; birthday anniversary; speech toast eulogy; poem verse lyric; song music melody; joke humour funny witty;
  crew squad; member participant; contest competition tournament; winner champion victor; prize award; vote ballot poll;
  election referendum; opinion view viewpoint perspective angle; argument reason; discuss debate argue dispute;
  disagree differ contradict conflict; agree concur consensus; persuade convince; question query enquiry inquiry;
  answer reply response; problem trouble; bug defect fault error mistake flaw; outage downtime breakdown failure;
  broken defective; fix repair mend correct; change modify alter edit adjust; replace swap substitute exchange; remove delete;
  add insert append; rename relabel; tidy clean cleanup; improve enhance; polish refine; shorten condense abridge cut;
  rewrite reword rephrase paraphrase; translate localise; begin start commence; finish complete; stop halt cease;
  repeat recur redo; again anew afresh; daily everyday; quarter quarterly; year annual; fast quick rapid speedy swift;
  slow sluggish; big large huge enormous giant massive; small tiny minor; long lengthy; hard tough tricky; easy simple trivial;
  dangerous risky hazardous unsafe; safe secure; secret confidential private; true genuine real authentic;
  false fake wrong untrue incorrect; check verify validate inspect examine; proof prove; test trial; try attempt; measure time;
  calculate compute; estimate guess; forecast predict prognosis; probability likelihood chance odds;
  compare contrast; rank rate; grade mark score; choose pick select; decide determine; fair impartial unbiased;
  divide split partition; join combine merge unite; assemble gather collect; distribute allocate assign;
  subagent helper assistant; forward transfer; dispatch route; sort classify categorise; label tag annotate; draft compose;
  describe depict; publish release; show display present; search look find seek hunt; discover detect spot;
  watch monitor observe; notify inform alert; approve authorise allow; forbid prohibit ban; confirm acknowledge;
  obey comply follow; limit cap maximum ceiling; cancel revoke; login signin; password credential; website site webpage;
  internet web online; browser chrome firefox; app application software program; repository repo;
  library package dependency module; framework platform; version edition; upgrade update bump; legacy old outdated;
  database db; server host; cloud aws azure kubernetes; log trace; chatbot bot; model gpt claude gemini llama mistral;
  workflow pipeline; step stage phase; procedure routine; schedule timetable roster; appointment meeting;
  goal aim objective purpose; idea proposal suggestion; hypothesis theory conjecture; design layout;
  puzzle riddle brainteaser sudoku sokoban; maze labyrinth; undo revert rollback; simulator simulation;
  maths mathematics arithmetic algebra; equation formula; theorem lemma; vulnerability hole weakness; breakin intrusion;
  virus malware infection; malicious hostile evil; fool deceive manipulate; steal theft; protect defend guard; history past;
  future outlook; news headline; reference citation footnote bibliography; quote quotation; fact truth; rumour claim assertion;
  literature publication; equal peer; neighbour neighbor; alone solo single; independent separate isolated;
  parallel simultaneous concurrent; different distinct; shop store supermarket outlet; author writer; buy purchase;
  laboratory lab`;

/** The groups of words with similar meanings. */
export const synonymGroups: readonly string[][] = groups.split(';').map(group => group.trim().split(/\s+/));

const groupTerms = new Map<string | null, string>(
  synonymGroups.flatMap((words, at) => words.map(word => [stemOf(word), `=${at}`] as const)),
);

/** Returns the term for the group of a word; undefined for a word without synonyms. */
export const synonymOf = (term: string): string | undefined => groupTerms.get(term);

/** Returns the terms, each followed by the term for its group of synonyms, if it has one. */
export const withSynonyms = (terms: readonly string[]): string[] =>
  terms.flatMap(term => {
    const synonym = synonymOf(term);
    return synonym === undefined ? term : [term, synonym];
  });

/** Tells whether a term stands for a group of synonyms. */
export const isSynonymTerm = (term: string): boolean => term.startsWith('=');
