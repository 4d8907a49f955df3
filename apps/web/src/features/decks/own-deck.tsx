import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { Link } from 'react-router-dom';
import { DeckTile, type DeckTileParts } from '../../shared/decks/deck-tile.tsx';
import { EditIcon, TrashIcon } from '../../shared/ui/icons.tsx';
import { loadDeckDialog } from './deck-dialogs.tsx';

interface OwnDeckProps {
  deck: DeckTileParts;
  onEdit: () => void;
  onDelete: () => void;
}

function Corner({ deck, onEdit, onDelete }: OwnDeckProps) {
  return (
    <>
      <IconButton
        aria-label={`Edit ${deck.title}`}
        onPointerEnter={loadDeckDialog}
        onFocus={loadDeckDialog}
        onClick={onEdit}
        sx={{ color: 'text.secondary', fontSize: 20 }}
      >
        <EditIcon />
      </IconButton>
      <IconButton
        aria-label={`Delete ${deck.title}`}
        onClick={onDelete}
        sx={{ color: 'text.secondary', fontSize: 20, mr: -1.25 }}
      >
        <TrashIcon />
      </IconButton>
    </>
  );
}

function Actions({ deck }: { deck: DeckTileParts }) {
  return (
    <>
      <Button
        component={Link}
        to={`/mydecks/${deck.id}`}
        variant="outlined"
        aria-label={`View ${deck.title}`}
        sx={{ flex: 1 }}
      >
        View
      </Button>
      <Button
        component={Link}
        to={`/study/${deck.id}`}
        variant="soft"
        aria-label={`Study ${deck.title}`}
        sx={{ flex: 1 }}
      >
        Study
      </Button>
    </>
  );
}

/** A deck on My Decks: it can be changed and deleted, looked at and studied. */
export function OwnDeck(props: OwnDeckProps) {
  return (
    <DeckTile
      deck={props.deck}
      withSubject
      withDifficulty
      heading="h2"
      corner={<Corner {...props} />}
      actions={<Actions deck={props.deck} />}
    />
  );
}
