import { randomBytes } from 'node:crypto';
import { createConnection, type Connection } from 'mongoose';
import { afterAll, beforeAll } from 'vitest';
import { present } from '../present.ts';

export type MongoSuiteOptions = {
  /** Address of a replica set, with any database name: the suite makes and drops its own. */
  uri: () => string;
  /** How long the server takes at most to delete what has expired, ms. Absent: that is not waited for. */
  expiryMs?: number;
};

/** A connection to a database of its own for the tests of one block. */
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

/** Everything that a plan's `explain` says about how documents are reached. */
export type PlanSummary = { stages: string[]; keys: number; documents: number; returned: number };

/** Reads an explain result in the shape of a real server. */
export function summarise(explained: ExplainedFind & { stages?: { $cursor: ExplainedFind }[] }): PlanSummary {
  const { queryPlanner, executionStats } = explained.stages?.[0]?.$cursor ?? explained;
  if (!queryPlanner || !executionStats) throw new Error('The server explained no plan.');
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
