// Loaded before a program: the driver of SQLite is missing, or its binary was made for another Node.js, which has none itself.
const Module = require('node:module');

const load = Module._load;
Module._load = function (name, ...more) {
  if (!name.startsWith('better-sqlite3') || process.env.BROKEN_DRIVER !== 'missing')
    return load.call(this, name, ...more);
  throw Object.assign(new Error(`Cannot find module '${name}'`), { code: 'MODULE_NOT_FOUND' });
};

const { dlopen } = process;
process.dlopen = (module, file, ...more) => {
  if (!file.includes('better_sqlite3') || process.env.BROKEN_DRIVER !== 'other')
    return dlopen(module, file, ...more);
  const message = `The module '${file}' was compiled against a different Node.js version`;
  throw Object.assign(new Error(message), { code: 'ERR_DLOPEN_FAILED' });
};

const { getBuiltinModule } = process;
process.getBuiltinModule = name => (name === 'node:sqlite' ? undefined : getBuiltinModule?.(name));
