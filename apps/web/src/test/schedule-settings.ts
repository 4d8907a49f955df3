/** Schedule settings of a new learner, as the settings page reads them. */
export const scheduleSettings = {
  __typename: 'LearnerStats',
  rememberPercent: 90,
  longestInterval: 36_500,
  newCardsPerDay: 0,
  dailyLimit: 0,
  studyOrder: 'WEAKEST_FIRST',
  easyDays: Array.from({ length: 7 }, () => 'FULL'),
  fourAnswers: false,
  showsNextDay: false,
  absence: null as object | null,
};
