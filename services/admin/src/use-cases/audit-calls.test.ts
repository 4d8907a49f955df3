import { Unavailable } from '@kumbuka/contracts';
import { expect, it } from 'vitest';
import type { AuditEntry } from '../domain/audit/audit.ts';
import { auditAct, auditRead } from './audit-calls.ts';

const call = { by: 7, action: 'discardDeadLetter', ip: '', requestId: 'a-request' } as const;

/** Audit log that is lost after some entries. */
function anAudit(keptEntries: number) {
  const results: string[] = [];
  const warnings: string[] = [];
  const ports = {
    audit: {
      append: async ({ result }: AuditEntry) => {
        if (results.length >= keptEntries) throw new Unavailable();
        results.push(result);
      },
      list: () => Promise.reject(new Unavailable()),
    },
    newId: () => 'an-entry',
    now: () => new Date(0),
    warn: (_error: unknown, message: string) => void warnings.push(message),
  };
  return { ports, results, warnings };
}

it('an act that was done is not reported as failed when its outcome cannot be recorded', async () => {
  const { ports, results, warnings } = anAudit(1);
  const done = await auditAct(ports)(
    call,
    {},
    async () => 'done',
    () => ({}),
  );
  expect([done, results]).toEqual(['done', ['started']]);
  expect(warnings).toEqual(['the outcome of discardDeadLetter (request a-request) was not recorded']);
});

it('an act does not run when its intent cannot be recorded, and a read responds nothing without an entry', async () => {
  const { ports } = anAudit(0);
  let runs = 0;
  const work = async () => void (runs += 1);
  await expect(auditAct(ports)(call, {}, work, () => ({}))).rejects.toThrow(Unavailable);
  expect(runs).toBe(0);
  await expect(auditRead(ports)(call, work)).rejects.toThrow(Unavailable);
});

it('an act that fails reports its own error when the failure cannot be recorded', async () => {
  const { ports } = anAudit(1);
  const failing = () => Promise.reject(new Error('The act failed.'));
  await expect(auditAct(ports)(call, {}, failing, () => ({}))).rejects.toThrow('The act failed.');
});
