import { useState } from 'react';
import { localStore } from '../browser/storage.ts';

/** One of several choices, remembered in this browser; the first one before the user has chosen. */
export function useStoredChoice<Choice extends string>(
  key: string,
  choices: readonly [Choice, ...Choice[]],
): [Choice, (choice: Choice) => void] {
  const [choice, setChoice] = useState<Choice>(() => {
    const stored = localStore.getItem(key);
    return choices.find((each) => each === stored) ?? choices[0];
  });
  const choose = (next: Choice) => {
    localStore.setItem(key, next);
    setChoice(next);
  };
  return [choice, choose];
}
