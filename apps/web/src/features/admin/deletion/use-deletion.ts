import { t } from '@lingui/core/macro';
import { useApolloClient } from '@apollo/client/react';
import { useCallback, useState } from 'react';
import { hasNoResponse } from '../../../shared/apollo/errors.ts';
import { useCreationKey } from '../../../shared/apollo/use-creation-key.ts';
import {
  DeletionProgressDocument,
  DeleteUsersDocument,
  type DeletionPartsFragment,
  type DeletionStrategy,
} from './deletion.generated.ts';
import { deletionInput, receiptText, type DeletionChoices } from './deletion-rules.ts';
import { failureText } from '../failures.ts';
import { useOperator } from '../operator.tsx';
import { useAttempts, type Failure } from '../use-attempts.ts';
import { useRun } from './use-run.ts';

interface DryRun {
  userIds: readonly string[];
  strategy: DeletionStrategy;
  choices: DeletionChoices;
  isDry: boolean;
}

/** Completed dry run, with the input of the deletion that a confirmation starts. */
export interface Counted extends DryRun {
  outcome: DeletionPartsFragment;
}

/** Calls that begin a deletion and poll its progress. */
function useDeletionCalls() {
  const client = useApolloClient();
  const { context } = useOperator();
  const { contextFor, made } = useCreationKey();
  const fetchProgress = useCallback(
    async (id: string) => {
      const how = { query: DeletionProgressDocument, variables: { id }, context } as const;
      return (await client.query({ ...how, fetchPolicy: 'no-cache' })).data.adminDeletion;
    },
    [client, context],
  );
  /** A repeat after a lost response is the same deletion; each dry run counts again. */
  const begin = async ({ userIds, strategy, choices, isDry }: DryRun) => {
    const input = deletionInput(userIds, strategy, choices, isDry);
    const headers = { ...context.headers, ...(isDry ? {} : contextFor(input).headers) };
    const how = { mutation: DeleteUsersDocument, variables: { input }, context: { headers } } as const;
    const { data } = await client.mutate({ ...how, fetchPolicy: 'no-cache' });
    if (!data) throw new Error('No deletion was begun');
    return data.deleteUsers;
  };
  return { fetchProgress, begin, made };
}

/** Runs a dry run, shows its counts, and after a confirmation runs the deletion to its end. */
export function useDeletion(onDeleted: () => void) {
  const { fetchProgress, begin, made } = useDeletionCalls();
  const { attempt, failure, isBusy } = useAttempts();
  const [dryRun, setDryRun] = useState<Counted | null>(null);
  const [receipt, setReceipt] = useState<string | null>(null);
  const { progress, pollFailed, follow } = useRun<DeletionPartsFragment>(fetchProgress);

  const settle = (request: DryRun, outcome: DeletionPartsFragment) => {
    if (request.isDry) return setDryRun({ ...request, outcome });
    made();
    setReceipt(receiptText(outcome));
    onDeleted();
  };
  const followOn = async (request: DryRun, begun: DeletionPartsFragment): Promise<void> => {
    const outcome = await attempt(
      () => follow(begun),
      (error) => ({
        text: failureText(
          request.isDry
            ? t`The count started, but its progress is unknown`
            : t`The deletion started, but its progress is unknown`,
          error,
        ),
        again: () => followOn(request, begun),
      }),
    );
    if (outcome) settle(request, outcome);
  };
  const run = async (request: DryRun): Promise<void> => {
    setDryRun(null);
    setReceipt(null);
    const notBegun = (error: unknown): Failure =>
      request.isDry || !hasNoResponse(error)
        ? { text: failureText(t`Delete failed`, error) }
        : {
            text: t`No response: the deletion may have started. Try again to see; nothing is deleted twice.`,
            again: () => run(request),
          };
    const begun = await attempt(() => begin(request), notBegun);
    if (begun) await followOn(request, begun);
  };

  return {
    dryRun,
    receipt,
    failure,
    isBusy,
    progress,
    pollFailed,
    count: (request: Omit<DryRun, 'isDry'>) => run({ ...request, isDry: true }),
    confirm: ({ userIds, strategy, choices }: Counted) => run({ userIds, strategy, choices, isDry: false }),
    cancel: () => setDryRun(null),
  };
}
