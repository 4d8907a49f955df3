import { sessionStore } from '../../shared/lib/storage.ts';

const keyOf = (userId: string) => `kumbuka.studyText.${userId}`;

/** A text that waits in this tab while its learner pays on another page. */
export function keepDraft(userId: string, text: string): void {
  sessionStore.setItem(keyOf(userId), text);
}

/** Reading leaves it where it is: a component that comes up may be rendered more than once. */
export const readDraft = (userId: string): string => sessionStore.getItem(keyOf(userId)) ?? '';

export function forgetDraft(userId: string): void {
  sessionStore.removeItem(keyOf(userId));
}
