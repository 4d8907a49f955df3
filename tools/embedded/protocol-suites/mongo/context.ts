import { randomBytes } from 'node:crypto';
import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll } from 'vitest';
import { present } from '../present.ts';

export type MongoSuiteOptions = {
  /** Address of a replica set with any database name. The suite creates and drops its own databases. */
  uri: () => string;
  /** Maximum milliseconds until the server deletes expired documents. Absent: the suite skips the case of expiry. */
  expiryMs?: number;
};

/** Connects the tests of one block to a separate database. */
export function useDatabase({ uri }: MongoSuiteOptions): () => Connection {
  let connection: Connection | undefined;
  beforeAll(async () => {
    const dbName = `suite_${randomBytes(6).toString('hex')}`;
    connection = createConnection(uri(), { dbName, serverSelectionTimeoutMS: 5000 });
    await connection.asPromise();
  });
  afterAll(async () => {
    await connection?.dropDatabase();
    await connection?.close();
  });
  return () => present(connection);
}

/** Summary of an explained plan. */
type PlanSummary = { stages: string[]; keys: number; documents: number; returned: number };

/** Summarises an explain result in the format of a real server. */
export function summarise({ queryPlanner, executionStats }: ExplainedFind): PlanSummary {
  if (!queryPlanner || !executionStats) throw new Error('The explain result has no plan.');
  return {
    stages: stagesOf(queryPlanner.winningPlan),
    keys: executionStats.totalKeysExamined,
    documents: executionStats.totalDocsExamined,
    returned: executionStats.nReturned,
  };
}

type ExplainedFind = {
  queryPlanner?: { winningPlan: PlanStage };
  executionStats?: { totalKeysExamined: number; totalDocsExamined: number; nReturned: number };
};

type PlanStage = { stage: string; inputStage?: PlanStage; inputStages?: PlanStage[]; queryPlan?: PlanStage };

function stagesOf(stage: PlanStage): string[] {
  const inner = [stage.inputStage, stage.queryPlan, ...(stage.inputStages ?? [])].filter(
    (one) => one !== undefined,
  );
  return [stage.stage, ...inner.flatMap(stagesOf)].filter((name) => name !== undefined);
}
