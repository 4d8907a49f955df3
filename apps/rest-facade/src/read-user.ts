import { authRoutes, studyProgressRoutes } from '@kumbuka/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { textOf } from '@kumbuka/http-kit';
import { callOwner, sendResponse, noteServed, type Address, type RelayPorts } from './relay.ts';

/** `GET /user`: the account by auth and the learner's numbers by study-progress, read in parallel. */
export const readUser =
  (ports: RelayPorts) => async (request: FastifyRequest<Address>, reply: FastifyReply) => {
    const responses = await Promise.all([
      callOwner(ports, authRoutes.readAccount, request),
      callOwner(ports, studyProgressRoutes.readLearner, request),
    ]);
    const [account] = responses;
    const rejected = responses.find(({ status }) => status !== 200);
    if (rejected) return sendResponse(reply, rejected);
    noteServed(ports, account);
    const [ofAccount, ofLearner] = await Promise.all(responses.map(textOf));
    const body = { ...JSON.parse(ofAccount ?? ''), ...JSON.parse(ofLearner ?? '') };
    return sendResponse(reply, { ...account, body: Buffer.from(JSON.stringify(body)) });
  };
