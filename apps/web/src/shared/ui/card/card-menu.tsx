import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState, type ReactNode } from 'react';
import { MoreIcon } from '../icons.tsx';
import { Kbd } from '../kbd.tsx';

export interface CardAction {
  text: string;
  icon: ReactNode;
  onChoose: () => void;
  /** Key that does the same. */
  shortcut?: string;
  isDestructive?: boolean;
}

interface CardMenuProps {
  actions: readonly CardAction[];
  /** Size of the icon of the button, in pixels. */
  iconSize?: number;
}

/** Button that opens the actions of a card. A click on it does not reach the card. */
export function CardMenu({ actions, iconSize = 20 }: CardMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <Box component="span" onClick={(event) => event.stopPropagation()} sx={{ display: 'inline-flex' }}>
      <IconButton
        aria-label={t`Card actions`}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ fontSize: iconSize, color: 'text.secondary' }}
      >
        <MoreIcon />
      </IconButton>
      {anchor && (
        <Menu open anchorEl={anchor} onClose={() => setAnchor(null)}>
          {actions.map(({ text, icon, onChoose, shortcut, isDestructive = false }, index) => (
            <MenuItem
              key={text}
              autoFocus={index === 0}
              onClick={() => {
                setAnchor(null);
                onChoose();
              }}
              sx={isDestructive ? { color: 'meaning.poor' } : {}}
            >
              <ListItemIcon sx={{ color: 'inherit', fontSize: 20 }}>{icon}</ListItemIcon>
              {text}
              {shortcut && (
                <Box
                  component="span"
                  aria-hidden
                  sx={{ ml: 'auto', pl: 3, display: { xs: 'none', md: 'inline' } }}
                >
                  <Kbd>{shortcut}</Kbd>
                </Box>
              )}
            </MenuItem>
          ))}
        </Menu>
      )}
    </Box>
  );
}
