#!/usr/bin/env node
// The command of the package that `npm run package` makes: what `npm start` and its like are in the repository.
const { join } = require('node:path');

const root = join(__dirname, '..');
const help = `Usage: agent-topology-catalog COMMAND

  start          builds the content, then serves it
  build          renders the content into ./dist
  serve          serves ./dist
  operator …     manages tenants, credentials, tickets, reporting, backups and keys
  verify TARGET  verifies a dist folder or a live site

Settings are environment variables: PORT, BASE_URL, DATA_DIR, DATABASE_URL and others, as the handbook lists them.
CONTENT_DIR is the content of this package (${join(root, 'content')}) unless you name another.
`;

const [, , command] = process.argv;
if (['start', 'build', 'serve', 'operator', 'verify'].includes(command)) {
  process.env.CONTENT_DIR ||= join(root, 'content');
  require('./launch.cjs');
} else if (command === undefined || command === 'help' || command === '--help' || command === '-h')
  process.stdout.write(help);
else if (command === '--version') process.stdout.write(`${require('../package.json').version}\n`);
else {
  process.stderr.write(`There is no command ${JSON.stringify(command)}.\n\n${help}`);
  process.exitCode = 2;
}
