import { Unauthenticated } from '@kumbuka/contracts';
import type { StudyState } from '../study-state.ts';

/** Rejects writes for an erased account, whose token may outlive it by some seconds. */
export function assertNotErased({ erased }: StudyState) {
  if (erased) throw new Unauthenticated();
}
