import { useState } from 'react';
import { useOperator } from './operator.tsx';

/** What failed, with a retry where another attempt may succeed. */
export interface Failure {
  text: string;
  again?: () => Promise<void>;
}

/** What an operator has done step by step: one at a time, and the last failure told until the next try. */
export function useAttempts() {
  const { noteFailure } = useOperator();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);

  /** What the work gives; null when it failed, which is then told. */
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
