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

/** Returns a lookup of the methods that a path supports. Ignores routes with a wildcard, which match any path. */
function collectRoutes(app: FastifyInstance): (path: string) => Set<string> {
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
 * Responds to requests without a route: 405 with `Allow` when the path supports other methods, 308 when the path without its
 * last slash has a route, else 404.
 */
export function respondToUnknownPaths(
  app: FastifyInstance,
  send: (error: ProductError, request: FastifyRequest, reply: FastifyReply) => FastifyReply,
) {
  const methodsOf = collectRoutes(app);
  const mismatch = (request: FastifyRequest, reply: FastifyReply, allowed: Set<string>) =>
    send(
      new ProductError('METHOD_NOT_ALLOWED'),
      request,
      reply.header('allow', [...allowed].toSorted().join(', ')),
    );

  const respond = (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request.url);
    const allowed = methodsOf(path);
    if (allowed.size > 0 && !allowed.has(request.method)) return mismatch(request, reply, allowed);
    const shorterPath = path.slice(0, -1);
    const allowedThere = path.endsWith('/') ? methodsOf(shorterPath) : new Set<string>();
    if (allowedThere.has(request.method))
      return reply
        .status(308)
        .header('location', shorterPath + request.url.slice(path.length))
        .send();
    if (allowedThere.size > 0) return mismatch(request, reply, allowedThere);
    return send(new ProductError('NOT_FOUND'), request, reply);
  };

  app.addHook('preParsing', async (request, reply) => {
    // Before the body is read, because no route uses it and Fastify would reject a QUERY without one.
    if (request.is404) return respond(request, reply);
    // The router matches '/decks/' with '/decks/:id' and an empty id.
    const { url: route = '' } = request.routeOptions;
    const isEmptyId = route.includes('/:') && pathOf(request.url).endsWith('/') && !route.endsWith('/');
    return isEmptyId ? reply.callNotFound() : undefined;
  });
  app.setNotFoundHandler(respond);
}
