import { Unauthenticated } from '@kumbuka/contracts';
import type { StudyState } from '../study-state.ts';

/** A token may outlive its account by some seconds; nothing is written for it any more. */
export function assertNotErased({ erased }: StudyState) {
  if (erased) throw new Unauthenticated();
}
