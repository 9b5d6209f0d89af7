/**
 * `npm run check-content`: checks the content as a build does, and publishes nothing. It prints every fault and every warning with its
 * place, and exits with 1 when there is a fault.
 */
import { baseUrlOf, readEnvironment, sharedVariables } from '#document/text/environment.ts';
import { timeText } from '#document/text/time.ts';
import { formatFault, isError, summarise } from '../build/catalog/source/source-fault.ts';
import { checkContent } from '../build/run/build.ts';
import { tellGithub } from '../build/run/outcome.ts';

const setting = readEnvironment(sharedVariables, process.env);
const { messages } = await checkContent({
  contentDir: setting.CONTENT_DIR,
  baseUrl: baseUrlOf(setting),
  now: timeText(),
});
process.stderr.write(messages.map(formatFault).join(''));
tellGithub(messages, process);
const errors = messages.filter(isError);
process.stdout.write(errors.length > 0 ? summarise(errors) : 'The content has no fault.\n');
process.exitCode = errors.length > 0 ? 1 : 0;
