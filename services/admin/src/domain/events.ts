/** What happened and is published; ids, counts and times only. */
export type DomainEvent = {
  type: 'demo-batch-created';
  batchId: string;
  version: number;
  users: number;
  at: Date;
};
