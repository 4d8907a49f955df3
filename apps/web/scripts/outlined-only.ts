import type { Plugin } from 'vite';

/** Every text field of the client is outlined, and Material UI imports the two other variants with each. */
const otherLooks = /\/@mui\/material\/(FilledInput|Input)\/\1\.mjs$/;

/** Leaves the two other variants out of the build. A field that uses one of them throws. */
export const outlinedOnly: Plugin = {
  name: 'kumbuka:outlined-only',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    const [, look] = otherLooks.exec(id) ?? [];
    return look
      ? `export default function ${look}() { throw new Error('No ${look} in this build.'); }`
      : null;
  },
};
