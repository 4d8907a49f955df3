import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState, type ChangeEvent } from 'react';
import { numberLabel } from '../../../shared/format/format.ts';
import { FormField } from '../../../shared/ui/fields.tsx';
import { FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { maxGoal, perDay, readGoal, sliderFor, sliderMin, sliderMax, sliderStep } from './goal-rules.ts';

interface GoalDialogProps {
  goal: number;
  onSave: (goal: number) => Promise<void>;
  onClose: () => void;
}

/** The weekly goal as a large number, a slider and a field; all three show the same value. */
export function GoalDialog({ goal, onSave, onClose }: GoalDialogProps) {
  const [text, setText] = useState(String(goal));
  const [busy, setBusy] = useState(false);
  const chosen = readGoal(text);
  const save = async () => {
    if (chosen === null || busy) return;
    setBusy(true);
    await onSave(chosen);
    setBusy(false);
  };
  return (
    <FormDialog
      title={t`Update Weekly Goal`}
      width="xs"
      busy={busy}
      disabled={chosen === null}
      save={t`Save Goal`}
      onSubmit={(event) => {
        event.preventDefault();
        return save();
      }}
      onClose={onClose}
    >
      <Box aria-hidden sx={{ textAlign: 'center', mb: 2 }}>
        <Typography component="p" sx={{ fontSize: '3rem', fontWeight: 700, lineHeight: 1.15 }}>
          {chosen ?? '–'}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', minHeight: 21 }}>
          {chosen === null ? ' ' : perDay(chosen)}
        </Typography>
      </Box>
      <Box sx={{ mb: 2.5 }}>
        <Box
          component="input"
          type="range"
          aria-label={t`Cards a week`}
          value={sliderFor(chosen)}
          min={sliderMin}
          max={sliderMax}
          step={sliderStep}
          onChange={(event: ChangeEvent<HTMLInputElement>) => setText(event.target.value)}
          sx={{
            display: 'block',
            width: 1,
            height: 44,
            m: 0,
            accentColor: (theme) => theme.vars.palette.primary.light,
          }}
        />
        <Box aria-hidden sx={{ display: 'flex', justifyContent: 'space-between', color: 'text.secondary' }}>
          {[sliderMin, sliderMax].map((end) => (
            <Typography key={end} variant="body2">
              {end}
            </Typography>
          ))}
        </Box>
      </Box>
      <FormField
        label={t`Custom number`}
        value={text}
        error={chosen === null}
        helperText={
          chosen === null
            ? t`Enter a whole number from 1 to ${numberLabel(maxGoal)}`
            : t`Any whole number from 1`
        }
        onChange={(event) => setText(event.target.value)}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
    </FormDialog>
  );
}
