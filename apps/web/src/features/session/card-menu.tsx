import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState, type ReactNode } from 'react';
import { BuryIcon, EditIcon, FlagIcon, MoreIcon, PauseIcon } from '../../shared/ui/icons.tsx';
import { Kbd } from '../../shared/ui/kbd.tsx';

export type CardAct = 'edit' | 'flag' | 'bury' | 'suspend';

interface ItemProps {
  act: CardAct;
  shortcut: string;
  icon: ReactNode;
  text: string;
}

interface CardMenuProps {
  isFlagged: boolean;
  onAct: (act: CardAct) => void;
}

const itemsOf = (isFlagged: boolean): readonly ItemProps[] => [
  { act: 'edit', shortcut: 'E', icon: <EditIcon />, text: t`Edit card` },
  { act: 'flag', shortcut: 'F', icon: <FlagIcon />, text: isFlagged ? t`Remove the flag` : t`Flag` },
  { act: 'bury', shortcut: '-', icon: <BuryIcon />, text: t`Not today` },
  { act: 'suspend', shortcut: '!', icon: <PauseIcon />, text: t`Suspend` },
];

/** Menu of the card that is shown. */
export function CardMenu({ isFlagged, onAct }: CardMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choose = (act: CardAct) => () => {
    setAnchor(null);
    onAct(act);
  };
  return (
    <Box component="span" onClick={(event) => event.stopPropagation()}>
      <IconButton
        aria-label={t`Card actions`}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ my: -1, mr: -1.25, color: 'text.secondary' }}
      >
        <MoreIcon size={18} />
      </IconButton>
      {anchor && (
        <Menu open anchorEl={anchor} onClose={() => setAnchor(null)}>
          {itemsOf(isFlagged).map(({ act, shortcut, icon, text }, index) => (
            <MenuItem key={act} autoFocus={index === 0} onClick={choose(act)}>
              <ListItemIcon sx={{ color: 'inherit', fontSize: 20 }}>{icon}</ListItemIcon>
              {text}
              <Box
                component="span"
                aria-hidden
                sx={{ ml: 'auto', pl: 3, display: { xs: 'none', md: 'inline' } }}
              >
                <Kbd>{shortcut}</Kbd>
              </Box>
            </MenuItem>
          ))}
        </Menu>
      )}
    </Box>
  );
}
