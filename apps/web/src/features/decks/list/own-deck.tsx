import { t } from '@lingui/core/macro';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { DeckTile, type DeckTileParts } from '../../../shared/decks/deck-tile.tsx';
import { StudyLink } from '../../../shared/decks/study-link.tsx';
import { lazyNamed } from '../../../shared/browser/lazy-named.tsx';
import { MoreIcon } from '../../../shared/ui/icons.tsx';

interface OwnDeckProps {
  deck: DeckTileParts;
  onEdit: () => void;
  onDelete: () => void;
}

const loadMenu = () => import('../changes/deck-menu.tsx');
const DeckMenu = lazyNamed(loadMenu, 'DeckMenu');

/** Menu button of a deck. */
export function DeckCorner({ deck, onEdit, onDelete }: OwnDeckProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        aria-label={t`Change ${deck.title}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={loadMenu}
        onFocus={loadMenu}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ color: 'text.secondary', fontSize: 20 }}
      >
        <MoreIcon />
      </IconButton>
      {anchor && (
        <Suspense>
          <DeckMenu anchor={anchor} onClose={() => setAnchor(null)} onEdit={onEdit} onDelete={onDelete} />
        </Suspense>
      )}
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
        aria-label={t`View ${deck.title}`}
        sx={{ flex: 1 }}
      >
        {t`View`}
      </Button>
      <StudyLink deck={deck} label={t`Study`} variant="soft" />
    </>
  );
}

/** Deck on My Decks, with buttons to view, study, change and delete it. */
export function OwnDeck(props: OwnDeckProps) {
  return (
    <DeckTile
      deck={props.deck}
      withSubject
      withDifficulty
      heading="h2"
      corner={<DeckCorner {...props} />}
      actions={<Actions deck={props.deck} />}
    />
  );
}
