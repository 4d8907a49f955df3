import { useCallback, useRef } from 'react';
import { newId } from '../lib/ids.ts';

/**
 * The Idempotency-Key of what is being made. Sending the same once more, because the reply was lost, repeats the key,
 * and the server answers with what it has made already. Another input, or one that was made, is a new thing.
 */
export function useCreationKey() {
  const last = useRef<{ input: string; key: string } | null>(null);
  const contextFor = useCallback((input: unknown) => {
    const text = JSON.stringify(input);
    if (last.current?.input !== text) last.current = { input: text, key: newId() };
    return { headers: { 'Idempotency-Key': last.current.key } };
  }, []);
  const made = useCallback(() => {
    last.current = null;
  }, []);
  return { contextFor, made };
}
