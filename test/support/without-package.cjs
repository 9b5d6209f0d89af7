// Loaded before a program: packages whose names begin with WITHOUT_PACKAGE are not installed.
const Module = require('node:module');

const load = Module._load;
Module._load = function (name, ...more) {
  if (!name.startsWith(process.env.WITHOUT_PACKAGE)) return load.call(this, name, ...more);
  throw Object.assign(new Error(`Cannot find module '${name}'`), { code: 'MODULE_NOT_FOUND' });
};
