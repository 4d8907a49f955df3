import { t } from '@lingui/core/macro';
import type { CardAction } from '../../../../shared/ui/card/card-menu-list.tsx';
import { BuryIcon, EditIcon, FlagIcon, PauseIcon } from '../../../../shared/ui/icons.tsx';

export type CardAct = 'edit' | 'flag' | 'bury' | 'suspend';

/** Actions of the card that a session shows, with their keys. */
export const cardActions = (isFlagged: boolean, onAct: (act: CardAct) => void): CardAction[] => [
  { text: t`Edit card`, icon: <EditIcon />, shortcut: 'E', onChoose: () => onAct('edit') },
  {
    text: isFlagged ? t`Remove the flag` : t`Flag`,
    icon: <FlagIcon />,
    shortcut: 'F',
    onChoose: () => onAct('flag'),
  },
  { text: t`Not today`, icon: <BuryIcon />, shortcut: '-', onChoose: () => onAct('bury') },
  { text: t`Suspend`, icon: <PauseIcon />, shortcut: '!', onChoose: () => onAct('suspend') },
];
