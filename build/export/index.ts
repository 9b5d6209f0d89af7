/** Every target of exports, one line each, in the order of the kind. */
import { claudeCode } from './claude-code.ts';
import type { Target } from './target.ts';

export const targets: readonly Target[] = [claudeCode];
