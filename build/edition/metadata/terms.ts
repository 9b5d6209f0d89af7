/** The terms that a glossary defines: `**Role:** who does what in a team.` */

/** No longer body is read for them. */
const maxBody = 100_000;

/**
 * Returns the terms of a glossary and their definitions.
 * @param body Markdown
 */
export function termsIn(body: string): { name: string; description: string }[] {
  const found = body.slice(0, maxBody).matchAll(/\*\*([^*:\n]{1,60}):\*\* ([^*\n]{1,400})/g);
  return [...found].map(([, name, text]) => ({ name: name!, description: withoutLinks(text!).trim() }));
}

const withoutLinks = (text: string): string => text.replace(/\[([^\]]{0,200})\]\([^)]{0,300}\)/g, '$1');
