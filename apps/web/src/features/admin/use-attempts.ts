import { useState } from 'react';
import { useOperator } from './operator.tsx';

/** What failed, with a retry where another attempt may succeed. */
export interface Failure {
  text: string;
  again?: () => Promise<void>;
}

/** Runs an operator's actions one at a time and keeps the last failure until the next attempt. */
export function useAttempts() {
  const { noteFailure } = useOperator();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);

  /** Result of the work; `null` after a failure, which is then shown. */
  const attempt = async <Result>(
    work: () => Promise<Result>,
    failureOf: (error: unknown) => Failure,
  ): Promise<Result | null> => {
    setFailure(null);
    setBusy(true);
    try {
      return await work();
    } catch (error) {
      noteFailure(error);
      setFailure(failureOf(error));
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { attempt, failure, setFailure, isBusy };
}
