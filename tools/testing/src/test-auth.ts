import {
  access,
  adminInternalRoutes,
  authInternalRoutes,
  type RecordedCall,
  type Revocations,
  type ServiceEmail,
} from '@kumbuka/contracts';
import Fastify from 'fastify';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

interface SentEmail {
  userId: number;
  key: string;
  letter: ServiceEmail;
}

interface SentPush {
  userId: number;
  key: string;
  cards: number;
  minutes: number;
}

export interface TestAuth {
  url: string;
  /** Signs a valid token of a user. */
  tokenOf(
    userId: number,
    claims?: Partial<{ role: 'learner' | 'admin'; sid: string; epoch: number }>,
  ): Promise<string>;
  /** Requested emails, one per key. */
  mails: SentEmail[];
  /** Requested notifications, repeats included. */
  pushes: SentPush[];
  /** Calls that services recorded for the audit log. */
  recorded: RecordedCall[];
  /** Makes the audit log fail. */
  admin: { isAway: boolean };
  /** Adds a revocation to the next poll. */
  revoke(item: Revocations['items'][number]): void;
  stop(): Promise<void>;
}

/** Serves the parts of auth and admin that other services need: keys, revocations, signed tokens, the audit log. */
export async function startTestAuth(): Promise<TestAuth> {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'test', alg: 'EdDSA', use: 'sig' };
  const revoked: Revocations['items'] = [];
  const { readJwks, readRevocations, notePresence, sendMail, sendPush } = authInternalRoutes;
  const mails: SentEmail[] = [];
  const app = Fastify();
  app.get(readJwks.path, async () => ({ keys: [jwk] }));
  app.get(readRevocations.path, async () => ({ cursor: String(revoked.length), items: revoked }));
  app.post(notePresence.path, async (_request, reply) => reply.status(204).send());
  app.post<{ Body: SentEmail }>(sendMail.path, async ({ body }, reply) => {
    const isNew = mails.every(({ key }) => key !== body.key);
    if (isNew) mails.push(body);
    return reply.status(202).send({ status: isNew ? 'queued' : 'known' });
  });
  const pushes: SentPush[] = [];
  app.post<{ Body: SentPush }>(sendPush.path, async ({ body }, reply) => {
    pushes.push(sendPush.body.parse(body));
    return reply.status(202).send({ status: 'sent' });
  });
  const recorded: RecordedCall[] = [];
  const admin = { isAway: false };
  const { recordCall } = adminInternalRoutes;
  app.post(recordCall.path, async ({ body }, reply) => {
    if (admin.isAway) return reply.status(503).send({ error: 'Not now.', code: 'UNAVAILABLE' });
    recorded.push(recordCall.body.parse(body));
    return reply.status(204).send();
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });

  return {
    url,
    tokenOf: (userId, { role = 'learner', sid = `session-${userId}`, epoch = 0 } = {}) =>
      new SignJWT({ sid, role, epoch })
        .setProtectedHeader({ alg: 'EdDSA', kid: 'test', typ: 'at+jwt' })
        .setSubject(String(userId))
        .setIssuer(access.issuer)
        .setAudience(access.audience)
        .setIssuedAt()
        .setExpirationTime(`${access.tokenHours}h`)
        .sign(privateKey),
    mails,
    pushes,
    recorded,
    admin,
    revoke: (item) => void revoked.push(item),
    stop: () => app.close(),
  };
}
