/** The address of a search over HTTP: its path, its parameters, and the canonical way to write them. */
import { paths } from '#document/message/door.ts';
import type { Question } from '#edition/search/search-index.ts';

/** The paths of search: the Markdown page, which also explains search, and the HTML page of the same content. */
export const { search: searchPath, searchTwin } = paths;

export const parameterNames = ['q', 'kind', 'domain', 'task_class', 'limit', 'offset'] as const;
export type ParameterName = (typeof parameterNames)[number];

export interface SearchRequest extends Question {
  limit: number;
  offset: number;
}

export const defaultLimit = 8;

/**
 * Tells whether a parameter belongs to a campaign. Sites that link here may add such parameters, which say where a visitor came
 * from.
 */
export const isCampaign = (name: string): boolean => name.startsWith('utm_');

/** Writes the address of a search: parameters in a fixed order, without those that have their default. */
export function searchAddress({ query, kind, domain, taskClass, limit, offset }: SearchRequest): string {
  const said: [ParameterName, string | undefined][] = [
    ['q', query],
    ['kind', kind],
    ['domain', domain],
    ['task_class', taskClass],
    ['limit', limit === defaultLimit ? undefined : String(limit)],
    ['offset', offset === 0 ? undefined : String(offset)],
  ];
  const parameters = new URLSearchParams();
  for (const [name, value] of said) if (value !== undefined) parameters.set(name, value);
  return `${searchPath}?${parameters}`;
}
