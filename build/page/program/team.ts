/** A team as every export reads it from the text of a starter or formation. */

import { headingsOf } from '#document/guard/body.ts';
import type { Artifact, Output } from '#document/kind/artifact.ts';
import type { Authored } from '#document/kind/kind.ts';
import type { Edge, Loop, Role } from '#document/kind/topology.ts';
import type { formation, starter } from '#document/message/index.ts';
import { sha256Hex } from '#document/text/digest.ts';
import { readDocument } from '#document/text/front-matter.ts';

type Document = Authored<typeof starter> & Partial<Pick<Authored<typeof formation>, 'publisher'>>;

export interface TeamRole extends Role {
  performer: 'model' | 'program' | 'person';
  /** The section of the body that instructs the role. */
  prompt: string;
}

/** Tells whether a role is a program that its document does not define, so that whoever runs the team must pass it. */
export const isPassed = ({ performer, interface: own }: TeamRole): boolean =>
  performer === 'program' && own?.operation === undefined;

/** A work that roles read or write. */
export interface TeamArtifact extends Partial<Artifact> {
  id: string;
  writers: string[];
  readers: string[];
}

export interface Team extends Omit<Document, 'roles' | 'artifacts' | 'loops' | 'outputs'> {
  /** The path of the page of the team. */
  source: string;
  /** The SHA-256 of the bytes of that page, hexadecimal. */
  digest: string;
  roles: TeamRole[];
  loops: Loop[];
  /** All works that roles name, in the order in which they are first named. */
  artifacts: TeamArtifact[];
  outputs: Output[];
  /** The section of the body that says how work flows. */
  flow: string;
}

/**
 * Reads a team from the text of a published version.
 * @param source the path of its page
 * @throws Error when the text cannot be read as a document
 */
export function readTeam(text: string, source: string): Team {
  const reading = readDocument(text);
  if (!reading.ok) throw new Error(`${source} cannot be read: ${reading.faults[0]?.message}`);
  const { value, bodyLine } = reading.document;
  const body = reading.document.body.replaceAll('\r\n', '\n');
  const document = value as unknown as Document;
  const sections = sectionsOf({ body, bodyLine });
  const roles = document.roles.map(role => {
    const prompt = sections.get(`3 ${role.id}`) ?? role.purpose;
    return { ...role, prompt, performer: performerOf(role, prompt) };
  });
  return {
    ...document,
    source,
    digest: sha256Hex(text),
    roles,
    edges: [...document.edges].sort((a, b) => (a.order ?? 0) - (b.order ?? 0)),
    loops: document.loops ?? [],
    artifacts: artifactsOf(roles, document.artifacts ?? []),
    outputs: document.outputs ?? [],
    flow: sections.get('2 How it flows') ?? '',
  };
}

/**
 * Returns who performs a role. Older documents do not say so: there, a role without a model is a program, unless its section
 * begins with `person` or `a person`.
 */
function performerOf(role: Role, prompt: string): TeamRole['performer'] {
  if (role.performed_by) return role.performed_by;
  if (role.model_tier !== 'none') return 'model';
  return /^(?:a )?person\b/i.test(prompt) ? 'person' : 'program';
}

/** Returns the text of each section by its depth and heading. A section ends at the next heading of the same depth or above. */
function sectionsOf(document: { body: string; bodyLine: number }): Map<string, string> {
  const lines = document.body.split('\n');
  const headings = headingsOf(document).filter(({ depth }) => depth <= 3);
  return new Map(
    headings.map(({ depth, text, line }, at) => {
      const next = headings.slice(at + 1).find(other => other.depth <= depth);
      const end = next ? next.line - document.bodyLine : lines.length;
      const section = lines.slice(line - document.bodyLine + 1, end);
      return [`${depth} ${text}`, section.join('\n').trim()];
    }),
  );
}

function artifactsOf(roles: readonly Role[], forms: readonly Artifact[]): TeamArtifact[] {
  const ids = new Set(roles.flatMap(({ reads, writes }) => [...reads, ...writes]));
  const naming = (field: 'reads' | 'writes', id: string) =>
    roles.filter(role => role[field].includes(id)).map(role => role.id);
  return [...ids].map(id => {
    return {
      ...forms.find(form => form.id === id),
      id,
      writers: naming('writes', id),
      readers: naming('reads', id),
    };
  });
}

/** Returns the subject of an edge in losses: `edge:{from}>{to}:{kind}`. */
export const edgeName = ({ from, to, kind }: Edge): string => `edge:${from}>${to}:${kind}`;

/** Returns `publisher/name`, or `name` for a team without a publisher. */
export const teamName = ({ name, publisher }: Pick<Team, 'name' | 'publisher'>): string =>
  publisher === undefined ? name : `${publisher}/${name}`;
