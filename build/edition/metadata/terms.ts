/** The terms that a glossary defines, in the form `**Role:** who does what in a team.` */

/** The most characters of a body that are read for terms. */
const maxBody = 100_000;

/**
 * Returns the terms that a glossary defines, with their definitions.
 * @param body the body of the glossary as Markdown
 */
export function termsIn(body: string): { name: string; description: string }[] {
  const found = body.slice(0, maxBody).matchAll(/\*\*([^*:\n]{1,60}):\*\* ([^*\n]{1,400})/g);
  return [...found].map(([, name, text]) => ({ name: name!, description: withoutLinks(text!).trim() }));
}

const withoutLinks = (text: string): string => text.replace(/\[([^\]]{0,200})\]\([^)]{0,300}\)/g, '$1');
