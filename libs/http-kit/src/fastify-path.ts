/** A declared path as Fastify writes it. */
export const fastifyPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');
