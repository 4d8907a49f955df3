import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { Suspense, useEffect, useState } from 'react';
import { whenIdle } from '../../browser/idle.ts';
import { lazyNamed } from '../../browser/lazy-named.tsx';
import { chunkLoadErrorText } from '../../browser/chunk-load-error.ts';
import { MoreIcon } from '../icons.tsx';
import { useNotify } from '../states/snackbars.tsx';
import type { CardAction } from './card-menu-list.tsx';

const loadList = () => import('./card-menu-list.tsx');
const CardMenuList = lazyNamed(loadList, 'CardMenuList');

interface CardMenuProps {
  actions: readonly CardAction[];
  /** Size of the icon of the button, in pixels. */
  iconSize?: number;
}

/** Button that opens the actions of a card. A click on it does not reach the card. */
export function CardMenu({ actions, iconSize = 20 }: CardMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const notify = useNotify();
  // Ahead of the first click, which may come without a network.
  useEffect(() => whenIdle(() => void loadList().catch(() => {})), []);
  const open = (button: HTMLElement) => {
    loadList().then(
      () => setAnchor(button),
      () => notify(chunkLoadErrorText(), 'error'),
    );
  };
  return (
    <Box component="span" onClick={(event) => event.stopPropagation()} sx={{ display: 'inline-flex' }}>
      <IconButton
        aria-label={t`Card actions`}
        aria-haspopup="menu"
        onClick={(event) => open(event.currentTarget)}
        sx={{ fontSize: iconSize, color: 'text.secondary' }}
      >
        <MoreIcon />
      </IconButton>
      {anchor && (
        <Suspense>
          <CardMenuList anchor={anchor} actions={actions} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </Box>
  );
}
