import { Unauthenticated } from '@kumbuka/contracts';
import type { Board } from '../domain/board.ts';

/** A token may outlive its account by some seconds; nothing is written for it any more. */
export function refuseErased(board: Board) {
  if (board.erased) throw new Unauthenticated();
}
