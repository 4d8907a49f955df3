/** Height in percent of a stick: 12 for a new card, 24 to 100 for a recall of 0.65 to 1. */
export function recallHeight(recall: number | null): number {
  if (recall === null) return 12;
  return 24 + 76 * Math.min(1, Math.max(0, (recall - 0.65) / 0.35));
}
