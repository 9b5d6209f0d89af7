/**
 * The frame of a question: words that say only how it is asked, as in `is a team worth it for code review` or
 * `pros and cons of letting agents vote`. Pages answer such questions about their subject, so only the subject counts.
 */
import { termsOf } from './words.ts';

/** The beginning of questions such as `is a team worth it for code review`, which every page of a task answers. */
const worth =
  /^(?:is|are|when is) (?:a |an |several )?(?:team|teams|agents)(?: of agents)? worth it (?:for|in|on) /i;

/** The beginning of questions for advantages and disadvantages. */
const weighs =
  /^(?:what are )?(?:the )?(?:pros and cons|(?:dis)?advantages(?: and disadvantages)?|benefits|drawbacks|downsides) of /i;

/** The words that distinguish a way to organise agents from an everyday decision, such as where to live. */
const ofAgents = /\b(?:agents?|models?|llms?|subagents?|orchestrators?)\b/i;

/**
 * Returns a question without its frame. A question for advantages and disadvantages loses its frame only if
 * its subject is a way to organise agents.
 */
export function withoutFrame(question: string): string {
  const subject = question.replace(weighs, '');
  const isWay = subject !== question && ofAgents.test(subject) && termsOf(subject).length > 0;
  return (isWay ? subject : question).replace(worth, '');
}

/** Returns the subject whose advantages and disadvantages a question asks for; undefined for any other question. */
export const sidesAskedOf = (question: string): string | undefined =>
  weighs.test(question) ? question.replace(weighs, '') : undefined;
