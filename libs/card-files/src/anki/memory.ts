/** FSRS-6 default weights that the conversion of an SM-2 card needs. */
const [w8, w9, w10] = [1.8722, 0.1666, 0.796];
/** First stability after each rating, for a card that has not left learning. */
const firstStability = [0.212, 1.2931, 2.3065, 8.2956];
const minEase = 1.3;
const usualEase = 2.5;

export const clamp = (value: number, from: number, to: number): number => Math.min(to, Math.max(from, value));
export const stabilityRange = [0.001, 36_500] as const;
export const difficultyRange = [1, 10] as const;

/** Memory state of a card that was scheduled by interval and ease: the interval is the time to a recall of 90 %. */
export function memoryOfEase(interval: number, ease: number): { stability: number; difficulty: number } {
  const stability = clamp(interval, ...stabilityRange);
  const factor = Math.max(minEase, ease || usualEase);
  const growth = Math.exp(w8) * stability ** -w9 * (Math.exp(0.1 * w10) - 1);
  return { stability, difficulty: clamp(11 - (factor - 1) / growth, ...difficultyRange) };
}

/** Memory state of a card in its first learning steps. */
export const memoryOfLearning = (rating: number): { stability: number; difficulty: number } => ({
  stability: firstStability[clamp(rating, 1, 4) - 1] ?? 1,
  difficulty: 5,
});
