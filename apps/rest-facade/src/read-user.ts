import { authRoutes, studyProgressRoutes } from '@kumbuka/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { askOwner, handBack, noteServed, type Address, type RelayDeps } from './relay.ts';

/** `GET /user`: the account by auth and the learner's numbers by study-progress, asked in parallel. */
export const readUser =
  (deps: RelayDeps) => async (request: FastifyRequest<Address>, reply: FastifyReply) => {
    const answers = await Promise.all([
      askOwner(deps, authRoutes.readAccount, request),
      askOwner(deps, studyProgressRoutes.readLearner, request),
    ]);
    const [account, learner] = answers;
    const refused = answers.find(({ status }) => status !== 200);
    if (refused) return handBack(reply, refused);
    noteServed(deps, request, account);
    const body = { ...JSON.parse(account.body.toString()), ...JSON.parse(learner.body.toString()) };
    return handBack(reply, { ...account, body: Buffer.from(JSON.stringify(body)) });
  };
