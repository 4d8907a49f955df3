import { auditAct, auditRead, auditWrite, listAudit, noteForbidden, recordCall } from './audit-calls.ts';
import { readDemoBatch, requestDemoUsers, resumeBatches, runDemoBatch } from './demo-batches.ts';
import {
  discardDeadLetter,
  listDeadLetters,
  readEventDesk,
  replayDeadLetter,
  replayDeadLetters,
  unparkAggregate,
} from './event-admin.ts';
import { eraseAccount } from './erase-account.ts';
import { expireDemoUsers } from './expire-demo-users.ts';
import { listRuns } from './list-runs.ts';
import type { Ports } from './ports.ts';
import {
  listUsers,
  prepareListing,
  readDays,
  readFunnel,
  readNames,
  readStats,
  readUser,
} from './read-users.ts';
import { refreshUsers } from './refresh-users.ts';
import { readDeletion, requestDeletion } from './request-deletion.ts';
import { resumeDeletions, runDeletion } from './run-deletion.ts';

/** Use cases of REST, GraphQL and the jobs. */
export const createUseCases = (ports: Ports) => ({
  auditAct: auditAct(ports),
  auditRead: auditRead(ports),
  auditWrite: auditWrite(ports),
  noteForbidden: noteForbidden(ports),
  recordCall: recordCall(ports),
  listAudit: listAudit(ports),
  readStats: readStats(ports),
  listUsers: listUsers(ports),
  readUser: readUser(ports),
  readNames: readNames(ports),
  prepareListing: prepareListing(ports),
  readDays: readDays(ports),
  readFunnel: readFunnel(ports),
  refreshUsers: refreshUsers(ports),
  requestDeletion: requestDeletion(ports),
  readDeletion: readDeletion(ports),
  eraseAccount: eraseAccount(ports),
  requestDemoUsers: requestDemoUsers(ports),
  readDemoBatch: readDemoBatch(ports),
  runDemoBatch: runDemoBatch(ports),
  resumeBatches: resumeBatches(ports),
  expireDemoUsers: expireDemoUsers(ports),
  runDeletion: runDeletion(ports),
  listRuns: listRuns(ports),
  resumeDeletions: resumeDeletions(ports),
  readEventDesk: readEventDesk(ports),
  listDeadLetters: listDeadLetters(ports),
  replayDeadLetter: replayDeadLetter(ports),
  replayDeadLetters: replayDeadLetters(ports),
  discardDeadLetter: discardDeadLetter(ports),
  unparkAggregate: unparkAggregate(ports),
});
export type UseCases = ReturnType<typeof createUseCases>;
