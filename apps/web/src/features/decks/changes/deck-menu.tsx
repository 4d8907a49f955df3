import { t } from '@lingui/core/macro';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { ReactNode } from 'react';
import { EditIcon, TrashIcon } from '../../../shared/ui/icons.tsx';
import { loadDeckDialog } from './deck-dialogs.tsx';

interface DeckMenuProps {
  anchor: HTMLElement;
  onClose: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

function Icon({ children }: { children: ReactNode }) {
  return <ListItemIcon sx={{ color: 'inherit', fontSize: 20 }}>{children}</ListItemIcon>;
}

/** Menu of a deck. */
export function DeckMenu({ anchor, onClose, onEdit, onDelete }: DeckMenuProps) {
  const choose = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    >
      <MenuItem autoFocus onPointerEnter={loadDeckDialog} onFocus={loadDeckDialog} onClick={choose(onEdit)}>
        <Icon>
          <EditIcon />
        </Icon>
        {t`Edit deck`}
      </MenuItem>
      <MenuItem onClick={choose(onDelete)} sx={{ color: 'meaning.poor' }}>
        <Icon>
          <TrashIcon />
        </Icon>
        {t`Delete deck`}
      </MenuItem>
    </Menu>
  );
}
