/**
 * Diagrams: no text of the catalog does anything when its diagram is drawn.
 *
 * - `click lead href "https://…"`, `%%{init: …}%%` and HTML in a block of Mermaid are refused, with their line.
 */

import { checkDiagrams } from '#build/team/mermaid.ts';
import type { Fault } from '#build/text/fault.ts';
import type { ParsedSource } from '../source/source.ts';

export const checkDiagramText = ({ text }: ParsedSource): Fault[] => checkDiagrams(text);
