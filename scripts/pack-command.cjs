// After `npm run build` and before `npm start`: packs the command agent-topology for the server to offer (docs/task-to-files.md#3). Where
// esbuild is missing, as after `npm ci --omit=dev`, there is none, and the server says so.
const { spawnSync } = require('node:child_process');
const { join } = require('node:path');

const isThere = name => {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
};

if (isThere('esbuild') && isThere('tsx'))
  spawnSync(process.execPath, ['--import', 'tsx', join(__dirname, 'pack-command.ts')], {
    cwd: join(__dirname, '..'),
    stdio: 'inherit',
  });
