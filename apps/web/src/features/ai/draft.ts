import { sessionStore } from '../../shared/browser/storage.ts';

const keyOf = (userId: string) => `kumbuka.studyText.${userId}`;

/** Keeps the text in this tab while the learner pays on another page. */
export function keepDraft(userId: string, text: string): void {
  sessionStore.setItem(keyOf(userId), text);
}

/** Reads the text without removing it, because a component may be rendered more than once when it is mounted. */
export const readDraft = (userId: string): string => sessionStore.getItem(keyOf(userId)) ?? '';

export function forgetDraft(userId: string): void {
  sessionStore.removeItem(keyOf(userId));
}
