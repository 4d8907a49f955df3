import type { FastifyInstance } from 'fastify';

/** `/health/live` answers while the process runs, `/health/ready` once everything it needs is there. */
export function registerHealth(app: FastifyInstance, isReady: () => boolean) {
  app.get('/health/live', async () => ({ status: 'live' }));
  app.get('/health/ready', async (_request, reply) => {
    const ready = isReady();
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'waiting' });
  });
}
