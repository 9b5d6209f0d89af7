/** The scopes that a credential may hold (docs/tenants.md#2). */
export const scopes = [
  'artifacts:read',
  'formations:write',
  'evaluations:plan',
  'evaluations:start',
  'evaluations:read',
  'evaluations:cancel',
  'recommendations:read',
  'adoptions:write',
  'account:read',
  'events:read',
] as const;
type Scope = (typeof scopes)[number];

export const isScope = (text: string): text is Scope => (scopes as readonly string[]).includes(text);
