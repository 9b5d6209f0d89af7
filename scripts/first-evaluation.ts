/**
 * The first evaluation in one command: one agent and two teams of the catalog repair the sixty programs of the suite
 * `small-defects`, and tests decide. `npm run first-evaluation` uses a simulated model and a service of its own;
 *
 *     MODEL_API_KEY=… npm run first-evaluation -- --model-url https://api.openai.com/v1 --model gpt-5-2025-08-07
 *
 * uses a real model (content/guides/first-evaluation.md).
 */
import { firstEvaluation } from './first/first-evaluation.ts';
import { outliveReaders } from './support/closed-output.ts';

outliveReaders();

await firstEvaluation();
