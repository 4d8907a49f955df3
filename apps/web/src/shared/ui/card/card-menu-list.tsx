import Box from '@mui/material/Box';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { ReactNode } from 'react';
import { Kbd } from '../kbd.tsx';

export interface CardAction {
  text: string;
  icon: ReactNode;
  onChoose: () => void;
  /** Key that does the same. */
  shortcut?: string;
  isDestructive?: boolean;
}

interface CardMenuListProps {
  anchor: HTMLElement;
  actions: readonly CardAction[];
  onClose: () => void;
}

/** The open menu of a card's actions. */
export function CardMenuList({ anchor, actions, onClose }: CardMenuListProps) {
  return (
    <Menu open anchorEl={anchor} onClose={onClose}>
      {actions.map(({ text, icon, onChoose, shortcut, isDestructive = false }, index) => (
        <MenuItem
          key={text}
          autoFocus={index === 0}
          onClick={() => {
            onClose();
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
  );
}
