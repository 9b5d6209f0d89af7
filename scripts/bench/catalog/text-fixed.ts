/** The documents that every generated catalog has: site, families, status, guide and domains. */
import type { Chance } from './words.ts';

export const families = ['single', 'pipeline', 'routing', 'ensemble', 'critique', 'shared', 'adaptive'];
export const tasks = ['small_change', 'bug_fix', 'long_search', 'review', 'summary', 'planning'];

const site = `---
title: Generated catalog
description: A catalog that was generated to measure how long things take.
name: org.example/generated
version: 0.1.0
tagline: A generated catalog for measurements.
organization: Generated catalog
website: https://example.org/
skills:
  - id: read-pattern
    name: Read a pattern
    description: Gives one pattern by name.
    tags: [agents, reference]
queries:
  - Which pattern fits my task?
  - What is the evidence for it?
---

It begins with [patterns](/patterns/index.md).
`;

const familiesText = `---
title: Families of patterns
description: The families in which the generated catalog groups its patterns.
families:
${families.map(slug => `  - slug: ${slug}\n    name: Family ${slug}\n    description: Patterns of the family ${slug}.`).join('\n')}
---
`;

const plain = (title: string) => `---
title: ${title}
description: The ${title.toLowerCase()} of the catalog that was generated.
---

## In short

Begin with the [patterns](/patterns/index.md).
`;

export const fixedTexts: Record<string, string> = {
  'site.md': site,
  'families.md': familiesText,
  'status.md': plain('Status'),
  'guides/agentic-design-patterns.md': plain('Guide'),
};

export function domainText(domain: string, luck: Chance): string {
  const lines = tasks.map(name => `  - name: ${name}\n    description: ${luck.sentence(8, 14)}`);
  return `---
title: The domain ${domain}
description: ${luck.sentence(10, 16)}
domain: ${domain}
tasks:
${lines.join('\n')}
---

## Where to start

${luck.sentence(20, 40)} See the [patterns](/patterns/index.md).

## What decides

- ${luck.sentence(12, 18)}
`;
}
