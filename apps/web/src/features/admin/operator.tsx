import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react';
import { errorCode } from '../../shared/apollo/errors.ts';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { forgetAdminKey, keepAdminKey, readAdminKey } from './admin-key.ts';

export interface Operator {
  /** Whether calls have the role or a key. */
  isAllowed: boolean;
  /** The last key was refused. */
  isRefused: boolean;
  /** Context of every call of an operator. */
  context: { headers: Record<string, string> };
  giveKey: (key: string) => void;
  /** Forgets a key that the server refused, so that the operator enters one again. */
  noteFailure: (error: unknown) => void;
}

const OperatorContext = createContext<Operator | null>(null);

/** The operator; only below an OperatorProvider. */
export function useOperator(): Operator {
  const operator = use(OperatorContext);
  if (!operator) throw new Error('useOperator needs an OperatorProvider above it');
  return operator;
}

export function OperatorProvider({ children }: { children: ReactNode }) {
  const hasRole = useAuth().user?.role === 'ADMIN';
  const [key, setKey] = useState(readAdminKey);
  const [isRefused, setRefused] = useState(false);

  const giveKey = useCallback((adminKey: string) => {
    keepAdminKey(adminKey);
    setKey(adminKey);
    setRefused(false);
  }, []);
  const noteFailure = useCallback(
    (error: unknown) => {
      if (hasRole || errorCode(error) !== 'FORBIDDEN') return;
      forgetAdminKey();
      setKey(null);
      setRefused(true);
    },
    [hasRole],
  );
  const operator = useMemo<Operator>(() => {
    const headers: Record<string, string> = key === null || hasRole ? {} : { 'x-admin-key': key };
    return { isAllowed: hasRole || key !== null, isRefused, context: { headers }, giveKey, noteFailure };
  }, [hasRole, key, isRefused, giveKey, noteFailure]);
  return <OperatorContext value={operator}>{children}</OperatorContext>;
}
