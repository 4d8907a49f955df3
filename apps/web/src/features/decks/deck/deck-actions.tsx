import { t } from '@lingui/core/macro';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useOpenGeneration } from '../../../shared/ai/open-generation.ts';
import { MoreIcon, PlusIcon, SparklesIcon } from '../../../shared/ui/icons.tsx';
import { loadCardDialog, type OpenCardDialog } from '../cards/card-dialogs.tsx';

interface DeckActionsProps {
  deckId: string;
  isEmpty: boolean;
  onOpen: (dialog: OpenCardDialog) => void;
  onGenerate: () => void;
}

/** On a phone the button that studies comes first and takes the whole line. */
const firstOnPhones = { '&&': { order: { xs: -1, sm: 0 }, flexBasis: { xs: '100%', sm: 'auto' } } };

/** The other ways to add cards: a pasted list, a picture, a file. */
function MoreWays({ onOpen }: Pick<DeckActionsProps, 'onOpen'>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const open = (kind: 'several' | 'photo') => () => {
    close();
    onOpen({ kind });
  };
  return (
    <>
      <Button
        variant="outlined"
        aria-label={t`More ways to add cards`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minWidth: 44, px: 1.25, fontSize: 20 }}
      >
        <MoreIcon />
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={close}>
        <MenuItem onClick={open('several')}>{t`Add several`}</MenuItem>
        <MenuItem onClick={open('photo')}>{t`A picture with covered parts`}</MenuItem>
        <MenuItem component={Link} to="/import">{t`Import a file`}</MenuItem>
      </Menu>
    </>
  );
}

/** Buttons of a deck's page. An empty deck can only get cards. */
export function DeckActions({ deckId, isEmpty, onOpen, onGenerate }: DeckActionsProps) {
  const { prefetch } = useOpenGeneration();
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<SparklesIcon />}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={onGenerate}
      >
        {t`Generate with AI`}
      </Button>
      <Button
        variant={isEmpty ? 'contained' : 'outlined'}
        startIcon={<PlusIcon />}
        onPointerEnter={loadCardDialog}
        onFocus={loadCardDialog}
        onClick={() => onOpen({ kind: 'add' })}
      >
        {t`Add Flashcard`}
      </Button>
      <MoreWays onOpen={onOpen} />
      {!isEmpty && (
        <Button component={Link} to={`/study/${deckId}`} variant="contained" sx={firstOnPhones}>
          {t`Start Studying`}
        </Button>
      )}
    </>
  );
}
