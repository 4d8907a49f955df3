/** Converts a declared path to Fastify's syntax. */
export const fastifyPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');
