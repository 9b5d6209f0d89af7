/** What to do after a search that found nothing. */
export const nothingFound =
  'Nothing fits these words. Say in plain English what the work is, leave out filters, or fetch ' +
  '/guides/agentic-design-patterns.md: five questions that lead from a task to an organisation.';
