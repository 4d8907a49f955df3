import { t } from '@lingui/core/macro';
import type { CardAction } from '../../../shared/ui/card/card-menu-list.tsx';
import { ArrowRightIcon, FlagIcon, PauseIcon, TrashIcon } from '../../../shared/ui/icons.tsx';

export interface CardActs {
  onDelete: () => void;
  onFlag: () => void;
  onSuspend: () => void;
  onMove: () => void;
}

interface MarkedCard {
  isFlagged: boolean;
  isSuspended: boolean;
}

/** Further actions of a card in its deck. */
export const actionsOf = (
  { isFlagged, isSuspended }: MarkedCard,
  { onFlag, onSuspend, onMove, onDelete }: CardActs,
): CardAction[] => [
  { text: isFlagged ? t`Remove the flag` : t`Flag`, icon: <FlagIcon />, onChoose: onFlag },
  { text: isSuspended ? t`Study again` : t`Suspend`, icon: <PauseIcon />, onChoose: onSuspend },
  { text: t`Move to another deck`, icon: <ArrowRightIcon />, onChoose: onMove },
  { text: t`Delete flashcard`, icon: <TrashIcon />, onChoose: onDelete, isDestructive: true },
];
