import { t } from '@lingui/core/macro';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { FlagIcon, MoreIcon, PauseIcon, TrashIcon } from '../../shared/ui/icons.tsx';

interface CardActionsProps {
  card: { isFlagged: boolean; isSuspended: boolean };
  onFlag: () => void;
  onSuspend: () => void;
  onDelete: () => void;
}

const icon = { color: 'inherit', fontSize: 20 };

/** Further actions of a card in its deck. */
export function CardActions({ card, onFlag, onSuspend, onDelete }: CardActionsProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choose = (act: () => void) => () => {
    setAnchor(null);
    act();
  };
  return (
    <>
      <IconButton
        aria-label={t`Card actions`}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ fontSize: 20 }}
      >
        <MoreIcon />
      </IconButton>
      {anchor && (
        <Menu open anchorEl={anchor} onClose={() => setAnchor(null)}>
          <MenuItem autoFocus onClick={choose(onFlag)}>
            <ListItemIcon sx={icon}>
              <FlagIcon />
            </ListItemIcon>
            {card.isFlagged ? t`Remove the flag` : t`Flag`}
          </MenuItem>
          <MenuItem onClick={choose(onSuspend)}>
            <ListItemIcon sx={icon}>
              <PauseIcon />
            </ListItemIcon>
            {card.isSuspended ? t`Study again` : t`Suspend`}
          </MenuItem>
          <MenuItem onClick={choose(onDelete)} sx={{ color: 'meaning.poor' }}>
            <ListItemIcon sx={icon}>
              <TrashIcon />
            </ListItemIcon>
            {t`Delete flashcard`}
          </MenuItem>
        </Menu>
      )}
    </>
  );
}
