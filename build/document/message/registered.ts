/** Reads a document that a tenant registers, and finds everything that is wrong with it, each fault with its place. */
import type { z } from 'zod';
import type { Suite } from '../evaluation/suite.ts';
import { checkBody, checkLineLengths, headingsOf } from '../guard/body.ts';
import { checkInstructions } from '../guard/instructions.ts';
import { checkSecrets, checkText } from '../guard/safety.ts';
import { readSent } from '../guard/sent.ts';
import { formation } from '../kind/formation.ts';
import { frontMatterLimit, type Kind, registeredSchema } from '../kind/kind.ts';
import { checkDiagrams } from '../team/mermaid.ts';
import { checkTopology, type Topology } from '../team/shape.ts';
import type { UnplacedFault } from '../text/fault.ts';
import { type Fault, firstFaults } from '../text/fault.ts';
import type { SourceDocument } from '../text/front-matter.ts';
import { didYouMean, placeAll, validate } from '../text/validate.ts';

/** The names in the served catalog to which a document may refer. */
export interface KnownNames {
  patterns: ReadonlySet<string>;
  taskClasses: ReadonlySet<string>;
  sources: ReadonlySet<string>;
  starters: ReadonlySet<string>;
  /** The publishers of the catalog. No private document may use one of their names. */
  publishers: ReadonlySet<string>;
}

export interface RegisteredDocument {
  /** The validated front matter, with defaults filled in. */
  value: Record<string, unknown>;
  place: SourceDocument['place'];
}

/**
 * The result of reading a document. `rest` has the valid fields of an invalid document, so that the documents they refer to can
 * be looked up in the same request; it is absent if the document could not be read at all.
 */
type RegisteredResult =
  | { ok: true; document: RegisteredDocument }
  | { ok: false; faults: Fault[]; rest?: RegisteredDocument };

const schemas = new Map<Kind, ReturnType<typeof registeredSchema>>();

function schemaOf(kind: Kind): ReturnType<typeof registeredSchema> {
  const schema = schemas.get(kind) ?? registeredSchema(kind);
  schemas.set(kind, schema);
  return schema;
}

/**
 * Reads and checks a document of a kind, and returns at most `maxFaults` faults. The caller checks what the document says about
 * other artifacts.
 */
export function readRegistered(kind: Kind, text: string, known: KnownNames): RegisteredResult {
  const long = checkLineLengths(text);
  if (long.length > 0) return { ok: false, faults: long };
  const parsed = readSent(text, frontMatterLimit(kind));
  if (!parsed.ok) return parsed;
  const { document } = parsed;
  const validation = validate(schemaOf(kind), document);
  const faults = [...checkDiagrams(text), ...textFaults(kind, text, document)];
  const value = validation.ok ? validation.value : validFields(schemaOf(kind), document.value);
  const unplaced = [...nameFaults(kind, value, known), ...shapeFaults(kind, value, document.value)];
  faults.push(...placeAll(unplaced, document.place));
  if (kind.kind === formation.kind && 'roles' in value) faults.push(...instructionFaults(value, document));
  if (!validation.ok) faults.push(...validation.faults);
  const read = { value, place: document.place };
  return faults.length > 0
    ? { ok: false, faults: firstFaults(faults), rest: read }
    : { ok: true, document: read };
}

/** Returns those fields of a document that are valid by themselves, with defaults filled in. */
function validFields(schema: z.ZodObject, value: Record<string, unknown>): Record<string, unknown> {
  const valid: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.shape) as [string, z.ZodType][]) {
    const result = field.safeParse(value[name]);
    if (result.success && result.data !== undefined) valid[name] = result.data;
  }
  return valid;
}

function textFaults(kind: Kind, text: string, document: SourceDocument): Fault[] {
  if (kind.kind === formation.kind) return [...checkText(text, document), ...checkBody(document)];
  if (document.body.trim() === '') return checkSecrets(text, document);
  const message = `A ${kind.kind} has fields only; text follows its front matter.`;
  const help = 'Remove everything after the second `---`.';
  return [
    ...checkSecrets(text, document),
    { field: '', rule: 'empty-body', message, help, line: document.bodyLine, column: 1 },
  ];
}

/** Returns a fault for each name that the catalog does not have: of patterns, task classes, sources and starters. */
function nameFaults(kind: Kind, value: Record<string, unknown>, known: KnownNames): UnplacedFault[] {
  const list = (field: string) => (value[field] as string[] | undefined) ?? [];
  const unknown = (field: string, called: string, names: ReadonlySet<string>) =>
    list(field).flatMap((name, index) => unknownName(name, [field, index], called, names));
  const one = (field: string, called: string, names: ReadonlySet<string>) => {
    const name = value[field] as string | undefined;
    return name === undefined ? [] : unknownName(name, [field], called, names);
  };
  return [
    ...unknown('patterns', 'pattern', known.patterns),
    ...unknown('task_classes', 'task class', known.taskClasses),
    ...unknown('sources', 'research record', known.sources),
    ...publisherFaults(value.publisher as string | undefined, known),
    ...one('task_class', 'task class', known.taskClasses),
    // The control of a plan is one of its locks, so only the control of a formation names a starter.
    ...(kind.kind === formation.kind ? one('control', 'starter', known.starters) : []),
  ];
}

/** Returns a fault if the publisher is one of the catalog, since the private document could be taken for a publication. */
function publisherFaults(publisher: string | undefined, { publishers }: KnownNames): UnplacedFault[] {
  if (publisher === undefined || !publishers.has(publisher)) return [];
  const message = `The publisher \`${publisher}\` is one of the catalog; a private document cannot name it.`;
  const help = 'Write a name of your own, such as that of your organisation.';
  return [{ path: ['publisher'], rule: 'catalog-publisher', message, help }];
}

function unknownName(
  name: string,
  path: UnplacedFault['path'],
  called: string,
  names: ReadonlySet<string>,
): UnplacedFault[] {
  if (names.has(name)) return [];
  const message = `Unknown ${called} \`${name}\`.`;
  const help = `Name a ${called} of the catalog.${didYouMean(name, [...names])}`;
  return [{ path, rule: `unknown-${called.replace(' ', '-')}`, message, help }];
}

const topologyFields = ['entry_role', 'roles', 'edges', 'budget', 'stop_conditions'] as const;
const optionalFlow = ['loops', 'artifacts', 'outputs'] as const;

/**
 * Returns the faults in the shape of a formation or suite.
 * @param value the fields that are valid
 * @param sent the front matter as it was sent: the shape is checked only if every field of it is valid
 */
function shapeFaults(
  kind: Kind,
  value: Record<string, unknown>,
  sent: Record<string, unknown>,
): UnplacedFault[] {
  if (kind.kind === formation.kind) {
    const isWhole =
      topologyFields.every(name => name in value) &&
      optionalFlow.every(name => name in value || !(name in sent));
    return isWhole ? checkTopology(value as unknown as Topology) : [];
  }
  return kind.kind === 'suite' && 'cases' in value ? caseFaults(value as Suite) : [];
}

function caseFaults({ cases }: Suite): UnplacedFault[] {
  return [...duplicateCases(cases), ...duplicateDigests(cases), ...clusterFaults(cases)];
}

/** Returns a fault for each case with the digest of an earlier one. It is the same case, and would count twice. */
function duplicateDigests(cases: Suite['cases']): UnplacedFault[] {
  const seen = new Map<string, string>();
  return cases.flatMap(({ id, digest }, index) => {
    const known = seen.get(digest);
    seen.set(digest, known ?? id);
    if (known === undefined || known === id) return [];
    const message = `The case \`${id}\` has the digest of \`${known}\`: it is the same case.`;
    const help = 'Name each case once; to run it more often, repeat it in the plan.';
    return [{ path: ['cases', index, 'digest'], rule: 'same-case', message, help }];
  });
}

/** Returns a fault for the first case without a cluster, if others have one: nobody could tell which cases it resembles. */
function clusterFaults(cases: Suite['cases']): UnplacedFault[] {
  const missing = cases.findIndex(({ cluster }) => cluster === undefined);
  if (missing < 0 || cases.every(({ cluster }) => cluster === undefined)) return [];
  const message = `The case \`${cases[missing]!.id}\` has no cluster, and others have one.`;
  const help = 'Give every case a cluster, or none.';
  return [{ path: ['cases', missing], rule: 'cluster', message, help }];
}

function duplicateCases(cases: Suite['cases']): UnplacedFault[] {
  const seen = new Set<string>();
  return cases.flatMap(({ id }, index) => {
    if (!seen.has(id)) {
      seen.add(id);
      return [];
    }
    const message = `The case \`${id}\` appears twice.`;
    return [
      { path: ['cases', index, 'id'], rule: 'duplicate-id', message, help: 'Give each case its own id.' },
    ];
  });
}

function instructionFaults(value: Record<string, unknown>, document: SourceDocument): Fault[] {
  const headings = headingsOf(document);
  if (headings.some(({ depth, text }) => depth === 2 && text === 'Instructions')) {
    return checkInstructions(headings, { value, place: document.place });
  }
  const message = 'The section `## Instructions` is missing.';
  const help = 'Add it, with one section `### {role}` for each role.';
  return [{ field: '', rule: 'heading', message, help, line: document.bodyLine, column: 1 }];
}
