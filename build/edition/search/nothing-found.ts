/** The advice to a reader whose search found no page, or no task. */
export const nothingFound =
  'Nothing fits these words. The catalog is in English. Say in plain words what the work is, leave out filters, or fetch ' +
  '/guides/agentic-design-patterns.md, whose five questions lead from a task to an organisation.';

/** The advice to a reader whose question fits no task class. */
export const noClassFits =
  'No task class fits these words. Begin with one agent; /guides/agentic-design-patterns.md says when to change that.';
