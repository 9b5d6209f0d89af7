/** What to do after a search that found nothing, or no task. */
export const nothingFound =
  'Nothing fits these words. Say in plain English what the work is, leave out filters, or fetch ' +
  '/guides/agentic-design-patterns.md: five questions that lead from a task to an organisation.';

/** What to begin with when no task class is asked for in the words of a question. */
export const noClassFits =
  'No task class fits these words. Begin with one agent; /guides/agentic-design-patterns.md says when to change that.';
