/** Schedule of a card that was never studied, as the server sends it; the client joins fragments by the type. */
export const newSchedule = {
  __typename: 'CardSchedule',
  state: 'NEW',
  dueAt: null,
  isDue: false,
  buriedUntil: null,
  predictedRecall: null,
  studyCount: 0,
  correctAttempts: 0,
  incorrectAttempts: 0,
  isLearned: false,
  lastStudiedAt: null,
  intervalDays: null,
  stabilityDays: null,
  difficulty: null,
  lastStudyDay: null,
  dueOn: null,
  lapses: 0,
} as const;

export const aNewCard = (id: string) => ({
  __typename: 'Flashcard',
  id,
  frontText: `Question ${id}`,
  backText: `Answer ${id}`,
  format: 'PLAIN' as const,
  kind: 'basic',
  version: 1,
  isFlagged: false,
  isSuspended: false,
  schedule: newSchedule,
});
