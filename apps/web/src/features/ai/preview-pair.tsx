import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { verbatim } from '../../shared/ui/fields.tsx';
import Typography from '@mui/material/Typography';
import { useState, type MouseEvent } from 'react';
import { ownText } from '../../shared/format/own-text.ts';
import { EditIcon } from '../../shared/ui/icons.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { pairError } from './generation-rules.ts';
import type { Pair } from './generation-state.ts';
import { PairText, PairWell } from './pair.tsx';

interface PreviewPairProps {
  pair: Pair;
  number: number;
  onChange: (pair: Pair) => void;
  /** Takes its text for the card that is rewritten. */
  onUse?: ((pair: Pair) => void) | undefined;
}

function Editor({ pair, number, onChange, onDone }: PreviewPairProps & { onDone: () => void }) {
  const error = pairError(pair);
  /** Focuses the card, because the button disappears. */
  const end = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    currentTarget.closest('section')?.focus();
    onDone();
  };
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <TextField
        size="small"
        label={t`Question ${number}`}
        multiline
        maxRows={6}
        slotProps={{ htmlInput: verbatim }}
        autoFocus
        value={pair.question}
        error={pair.question.trim() === ''}
        onChange={(event) => onChange({ ...pair, question: event.target.value })}
      />
      <TextField
        size="small"
        label={t`Answer ${number}`}
        multiline
        maxRows={8}
        slotProps={{ htmlInput: verbatim }}
        value={pair.answer}
        error={pair.answer.trim() === ''}
        onChange={(event) => onChange({ ...pair, answer: event.target.value })}
      />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography role="status" variant="caption" sx={{ flex: 1, color: 'meaning.poor' }}>
          {error}
        </Typography>
        <Button variant="soft" size="small" disabled={error !== null} onClick={end}>
          {t`Done`}
        </Button>
      </Box>
    </Box>
  );
}

/** Source of a card, and the card of the deck that it nearly repeats. */
function Origin({ pair: { source, duplicateOf } }: { pair: Pair }) {
  return (
    <>
      {duplicateOf !== null && (
        <Box sx={{ mt: 1 }}>
          <Tag tone="due">{t`Nearly in the deck`}</Tag>
          <Typography
            variant="caption"
            component="p"
            {...ownText}
            sx={{ color: 'text.secondary', mt: 0.5, overflowWrap: 'anywhere' }}
          >
            {duplicateOf}
          </Typography>
        </Box>
      )}
      {source !== null && (
        <Typography
          variant="caption"
          component="p"
          {...ownText}
          sx={{
            color: 'meaning.muted',
            mt: 1,
            pl: 1.25,
            borderLeft: '2px solid',
            borderColor: 'divider',
            overflowWrap: 'anywhere',
          }}
        >
          {source}
        </Typography>
      )}
    </>
  );
}

function Corner({ pair, number, onChange, onEdit }: PreviewPairProps & { onEdit: () => void }) {
  return (
    <Box sx={{ float: 'right', display: 'flex', mt: -1.25, mr: -1.25 }}>
      <IconButton
        aria-label={t`Edit card ${number}`}
        disabled={!pair.isKept}
        onClick={onEdit}
        sx={{ color: 'text.secondary', fontSize: 18 }}
      >
        <EditIcon />
      </IconButton>
      <Checkbox
        checked={pair.isKept}
        onChange={(event) => onChange({ ...pair, isKept: event.target.checked })}
        slotProps={{ input: { 'aria-label': t`Insert card ${number}` } }}
        sx={{ width: 44, height: 44 }}
      />
    </Box>
  );
}

/** Card of the preview, which can be edited and excluded. */
export function PreviewPair({ pair, number, onChange, onUse }: PreviewPairProps) {
  const [editing, setEditing] = useState(false);
  const isEdited = editing && pair.isKept;
  const edit = { pair, number, onChange };
  return (
    <PairWell
      number={number}
      dimmed={!pair.isKept}
      corner={!isEdited && <Corner {...edit} onEdit={() => setEditing(true)} />}
    >
      {isEdited ? (
        <Editor {...edit} onDone={() => setEditing(false)} />
      ) : (
        <>
          <PairText question={pair.question} answer={pair.answer} dimmed={!pair.isKept} />
          <Origin pair={pair} />
          {onUse && (
            <Button variant="outlined" size="small" onClick={() => onUse(pair)} sx={{ mt: 1 }}>
              {t`Use for this card`}
            </Button>
          )}
        </>
      )}
    </PairWell>
  );
}
