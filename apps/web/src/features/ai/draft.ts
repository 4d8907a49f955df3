const keyOf = (userId: string) => `kumbuka.studyText.${userId}`;

/** A text that waits in this tab while its learner pays on another page. */
export function keepDraft(userId: string, text: string): void {
  sessionStorage.setItem(keyOf(userId), text);
}

export function takeDraft(userId: string): string {
  const text = sessionStorage.getItem(keyOf(userId)) ?? '';
  sessionStorage.removeItem(keyOf(userId));
  return text;
}
