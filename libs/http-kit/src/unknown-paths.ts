import { ProductError } from '@kumbuka/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

interface RoutePath {
  pattern: RegExp;
  methods: Set<string>;
}

const escaped = (part: string) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
const patternOf = (url: string) =>
  new RegExp(
    `^${url
      .split('/')
      .map((part) => (part.startsWith(':') ? '[^/]+' : escaped(part)))
      .join('/')}$`,
  );

const pathOf = (url: string) => url.split('?', 1)[0] ?? '';

/** Remembers the routes of a server. Those with a wildcard take any path, so they say nothing about one. */
function watchRoutes(app: FastifyInstance): (path: string) => Set<string> {
  const patterns = new Map<string, RoutePath>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const path = patterns.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const each of [method].flat()) path.methods.add(each);
    patterns.set(url, path);
  });
  return (path) =>
    new Set(
      [...patterns.values()]
        .filter(({ pattern }) => pattern.test(path))
        .flatMap(({ methods }) => [...methods]),
    );
}

/**
 * Answers requests without a route: 405 with `Allow` where the path takes other methods, 308 to the path of a route without
 * the slash at its end, else 404.
 */
export function respondToUnknownPaths(
  app: FastifyInstance,
  send: (error: ProductError, request: FastifyRequest, reply: FastifyReply) => FastifyReply,
) {
  const methodsOf = watchRoutes(app);
  const mismatch = (request: FastifyRequest, reply: FastifyReply, allowed: Set<string>) =>
    send(
      new ProductError('METHOD_NOT_ALLOWED'),
      request,
      reply.header('allow', [...allowed].toSorted().join(', ')),
    );

  const respond = (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request.url);
    const here = methodsOf(path);
    if (here.size > 0 && !here.has(request.method)) return mismatch(request, reply, here);
    const shorter = path.slice(0, -1);
    const there = path.endsWith('/') ? methodsOf(shorter) : new Set<string>();
    if (there.has(request.method))
      return reply
        .status(308)
        .header('location', shorter + request.url.slice(path.length))
        .send();
    if (there.size > 0) return mismatch(request, reply, there);
    return send(new ProductError('NOT_FOUND'), request, reply);
  };

  app.addHook('preParsing', async (request, reply) => {
    // A body that nobody takes is not read; Fastify would refuse a QUERY without one.
    if (request.is404) return respond(request, reply);
    // The router takes '/decks/' for '/decks/:id' with an empty id.
    const { url: route = '' } = request.routeOptions;
    const isEmptyId = route.includes('/:') && pathOf(request.url).endsWith('/') && !route.endsWith('/');
    return isEmptyId ? reply.callNotFound() : undefined;
  });
  app.setNotFoundHandler(respond);
}
