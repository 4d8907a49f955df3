import { t } from '@lingui/core/macro';
import { generation } from '@kumbuka/contracts/constants';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { DeckPicker } from '../../shared/deck-picker/deck-picker.tsx';
import { numberLabel } from '../../shared/format/format.ts';
import { usePlan } from '../../shared/plan/use-plan.ts';
import { DialogAlert } from '../../shared/ui/dialog/dialog-alert.tsx';
import { FormField } from '../../shared/ui/fields.tsx';
import { EarlierGenerations } from './earlier-generations.tsx';
import { FileButton, useDroppedFile } from './file-button.tsx';
import { isUsable, textHint, withoutTextNotes } from './generation-rules.ts';
import type { Mode, Target } from './generation-state.ts';
import { FileUnreadable } from './file-unreadable.ts';
import { readFile } from './read-file.ts';

export interface Draft {
  text: string;
  count: number;
}

const cutNote = () =>
  t`The file is longer than ${numberLabel(generation.maxTextLength)} characters; the rest is left out.`;

const gapsNote = () =>
  t`Some letters of the file could not be read: they are shown as \ufffd. Please correct them.`;

interface Note {
  severity: 'info' | 'error';
  text: string;
}

/** Puts the text of a file into the field, and reports omitted parts and errors. */
function useFileText(onText: (text: string) => void) {
  const [note, setNote] = useState<Note | null>(null);
  const [reading, setReading] = useState(false);
  const read = async (file: File) => {
    setNote(null);
    setReading(true);
    try {
      const { text, isCut, hasGaps, withoutText } = await readFile(file);
      onText(text);
      const notes = [isCut && cutNote(), hasGaps && gapsNote(), ...withoutTextNotes(withoutText)];
      const said = notes.filter(Boolean).join(' ');
      if (said) setNote({ severity: 'info', text: said });
    } catch (error) {
      const text =
        error instanceof FileUnreadable ? error.message : t`The file could not be read. Please try again.`;
      setNote({ severity: 'error', text });
    } finally {
      setReading(false);
    }
  };
  return { note, reading, read };
}

function NoteAlert({ note: { severity, text } }: { note: Note }) {
  return (
    <DialogAlert severity={severity} role={severity === 'error' ? 'alert' : 'status'} sx={{ mb: 2 }}>
      {text}
    </DialogAlert>
  );
}

function CountField({ count, onCount }: { count: number; onCount: (count: number) => void }) {
  return (
    <TextField
      select
      size="small"
      label={t`Cards`}
      value={String(count)}
      onChange={(event) => onCount(Number(event.target.value))}
      sx={{ minWidth: 104, '& .MuiOutlinedInput-root': { height: 44 } }}
    >
      {generation.counts.map((choice) => (
        <MenuItem key={choice} value={String(choice)}>
          {choice}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** The last button is the prominent one: the preview, so that no prompt is spent on cards that nobody has seen. */
const modes = (): { mode: Mode; label: string }[] => [
  { mode: 'direct', label: t`Generate & Insert` },
  { mode: 'preview', label: t`Preview` },
];

interface StartActionsProps {
  canStart: boolean;
  onStart: (mode: Mode) => void;
  onClose: () => void;
}

function StartActions({ canStart, onStart, onClose }: StartActionsProps) {
  return (
    <DialogActions sx={{ flexWrap: 'wrap-reverse' }}>
      <Button variant="text" onClick={onClose} sx={{ ml: -1.75, mr: 'auto' }}>
        {t`Close`}
      </Button>
      {modes().map(({ mode, label }, index) => (
        <Button
          key={mode}
          variant={index === 0 ? 'outlined' : 'contained'}
          disabled={!canStart}
          onClick={() => onStart(mode)}
          sx={index === 0 ? {} : { flex: { xs: '1 0 100%', sm: 'none' } }}
        >
          {label}
        </Button>
      ))}
    </DialogActions>
  );
}

interface TextStepProps {
  draft: Draft;
  onDraft: (change: Partial<Draft>) => void;
  target: Target | null;
  /** The page that opened the dialog named no deck. */
  picksDeck: boolean;
  onTarget: (target: Target) => void;
  error: string | null;
  onStart: (mode: Mode, target: Target) => void;
  onOpenEarlier: (generationId: string, target: Target) => void;
  onClose: () => void;
}

/** The study text and how many cards are to be made of it. */
export function TextStep(props: TextStepProps) {
  const { draft, onDraft, target, picksDeck, onTarget, error, onStart, onOpenEarlier, onClose } = props;
  const { text, count } = draft;
  const plan = usePlan();
  const { note, reading, read } = useFileText((found) => onDraft({ text: found }));
  const dropped = useDroppedFile((file) => void read(file));
  const canStart = isUsable(text) && target !== null && !reading;
  return (
    <>
      <DialogContent {...dropped.handlers}>
        {error && <NoteAlert note={{ severity: 'error', text: error }} />}
        {note && <NoteAlert note={note} />}
        <Box sx={{ pt: 1 }}>
          {picksDeck && (
            <DeckPicker
              target={target}
              onPick={onTarget}
              failed={t`Your decks could not be loaded. You can also open a deck and generate from there.`}
            />
          )}
          <FormField
            label={t`Study text`}
            multiline
            minRows={10}
            maxRows={14}
            autoFocus
            value={text}
            placeholder={t`Paste your notes or a chapter here, or drop a file.`}
            helperText={textHint(text, plan)}
            onChange={(event) => onDraft({ text: event.target.value })}
            sx={{
              '& .MuiOutlinedInput-root': dropped.isOver ? { outline: '2px dashed', outlineOffset: 2 } : {},
            }}
          />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mt: 1 }}>
            <CountField count={count} onCount={(chosen) => onDraft({ count: chosen })} />
            <FileButton reading={reading} onFile={(file) => void read(file)} />
          </Box>
        </Box>
        {target && <EarlierGenerations onOpen={(id) => onOpenEarlier(id, target)} deckId={target.deckId} />}
      </DialogContent>
      <StartActions
        canStart={canStart}
        onStart={(mode) => target && onStart(mode, target)}
        onClose={onClose}
      />
    </>
  );
}
