import { useApolloClient } from '@apollo/client/react';
import { useCallback, useState } from 'react';
import {
  DeletionProgressDocument,
  DeleteUsersDocument,
  type DeletionPartsFragment,
  type DeletionStrategy,
} from './deletion.generated.ts';
import { deletionInput, receiptText, type DeletionChoices } from './deletion-rules.ts';
import { failureText } from './failures.ts';
import { useOperator } from './operator.tsx';
import { useRun } from './use-run.ts';

/** A dry run that has ended, with what a confirmation will ask for. */
export interface Counted {
  userIds: readonly string[];
  strategy: DeletionStrategy;
  choices: DeletionChoices;
  outcome: DeletionPartsFragment;
}

/** A dry run, what it counted, then the deletion that was confirmed, followed to its end. */
export function useDeletion(onDeleted: () => void) {
  const client = useApolloClient();
  const { context, noteFailure } = useOperator();
  const [dryRun, setDryRun] = useState<Counted | null>(null);
  const [receipt, setReceipt] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const ask = useCallback(
    async (id: string) => {
      const how = { query: DeletionProgressDocument, variables: { id }, context } as const;
      return (await client.query({ ...how, fetchPolicy: 'no-cache' })).data.adminDeletion;
    },
    [client, context],
  );
  const { progress, follow } = useRun<DeletionPartsFragment>(ask);

  const run = async (
    userIds: readonly string[],
    strategy: DeletionStrategy,
    choices: DeletionChoices,
    isDry: boolean,
  ) => {
    const variables = { input: deletionInput(userIds, strategy, choices, isDry) };
    const how = { mutation: DeleteUsersDocument, variables, context, fetchPolicy: 'no-cache' } as const;
    const { data } = await client.mutate(how);
    if (!data) throw new Error('No deletion was begun');
    return follow(data.deleteUsers);
  };
  const guarded = async (work: () => Promise<void>) => {
    setError(null);
    setBusy(true);
    try {
      await work();
    } catch (failure) {
      noteFailure(failure);
      setError(failureText('Delete failed', failure));
    } finally {
      setBusy(false);
    }
  };

  const count = (userIds: readonly string[], strategy: DeletionStrategy, choices: DeletionChoices) =>
    guarded(async () => {
      setReceipt(null);
      const outcome = await run(userIds, strategy, choices, true);
      if (outcome) setDryRun({ userIds, strategy, choices, outcome });
    });
  const confirm = ({ userIds, strategy, choices }: Counted) =>
    guarded(async () => {
      setDryRun(null);
      const outcome = await run(userIds, strategy, choices, false);
      if (!outcome) return;
      setReceipt(receiptText(outcome));
      onDeleted();
    });
  return { dryRun, receipt, error, busy, progress, count, confirm, cancel: () => setDryRun(null) };
}
