import { t } from '@lingui/core/macro';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { useOpenGeneration } from '../../../shared/ai/open-generation.ts';
import { PlusIcon, SparklesIcon } from '../../../shared/ui/icons.tsx';
import { loadCardDialog, type OpenCardDialog } from '../cards/card-dialogs.tsx';

interface DeckActionsProps {
  deckId: string;
  isEmpty: boolean;
  onOpen: (dialog: OpenCardDialog) => void;
  onGenerate: () => void;
}

/** On a phone the button that studies comes first and takes the whole line. */
const firstOnPhones = { '&&': { order: { xs: -1, sm: 0 }, flexBasis: { xs: '100%', sm: 'auto' } } };

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
      <Button variant="outlined" onClick={() => onOpen({ kind: 'several' })}>
        {t`Add several`}
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
      {!isEmpty && (
        <Button component={Link} to={`/study/${deckId}`} variant="contained" sx={firstOnPhones}>
          {t`Start Studying`}
        </Button>
      )}
    </>
  );
}
