/**
 * Words around what a question is about, which say how it is asked: `is a team worth it for code review`, `pros and cons of letting agents
 * vote`. Pages answer such questions about their subject, so only the subject counts.
 */
import { termsOf } from './words.ts';

/** The beginning of `is a team worth it for code review`, which every task page answers. */
const worth =
  /^(?:is|are|when is) (?:a |an |several )?(?:team|teams|agents)(?: of agents)? worth it (?:for|in|on) /i;

/** The beginning of a question for the good and bad sides of something. */
const weighs =
  /^(?:what are )?(?:the )?(?:pros and cons|(?:dis)?advantages(?: and disadvantages)?|benefits|drawbacks|downsides) of /i;

/** The words that tell a way to organise agents from an everyday decision, such as where to live. */
const ofAgents = /\b(?:agents?|models?|llms?|subagents?|orchestrators?)\b/i;

/** Returns a question without its frame. A question for the sides of something stays whole unless that is a way to organise agents. */
export function withoutFrame(question: string): string {
  const subject = question.replace(weighs, '');
  const isWay = subject !== question && ofAgents.test(subject) && termsOf(subject).length > 0;
  return (isWay ? subject : question).replace(worth, '');
}

/** Returns what a question asks the good and bad sides of; undefined for another question. */
export const sidesAskedOf = (question: string): string | undefined =>
  weighs.test(question) ? question.replace(weighs, '') : undefined;
