import { capitalized } from './plain-text.ts';

/** Returns the name that people use for a task, such as "Code review" for `code_review`. */
export function taskTitle({ title, name }: { title?: string | undefined; name: string }): string {
  const words = name.replaceAll('_', ' ');
  return title ?? capitalized(words);
}
