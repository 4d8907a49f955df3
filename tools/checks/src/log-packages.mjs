// Preloaded into a process: writes the name of every loaded package to the file LOADED_PACKAGES.
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const seen = new Set();
const packageOf = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

registerHooks({
  load(url, context, next) {
    const name = packageOf.exec(url)?.[1];
    if (name && !seen.has(name)) appendFileSync(process.env.LOADED_PACKAGES, `${name}\n`);
    if (name) seen.add(name);
    return next(url, context);
  },
});
