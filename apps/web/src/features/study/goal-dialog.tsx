import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Slider from '@mui/material/Slider';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { FormField } from '../../shared/ui/fields.tsx';
import { perDay, readGoal, sliderFor, sliderLeast, sliderMost, sliderStep } from './goal-rules.ts';

interface GoalDialogProps {
  goal: number;
  onSave: (goal: number) => Promise<void>;
  onClose: () => void;
}

const marks = [5, 50, 100, 150, 200].map((value) => ({ value, label: String(value) }));

/** The weekly goal as a large number, a slider and a field; all three show the same value. */
export function GoalDialog({ goal, onSave, onClose }: GoalDialogProps) {
  const [text, setText] = useState(String(goal));
  const [busy, setBusy] = useState(false);
  const chosen = readGoal(text);
  const save = async () => {
    if (chosen === null) return;
    setBusy(true);
    await onSave(chosen);
    setBusy(false);
  };
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="goal-title">
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <DialogTitle id="goal-title">Update Weekly Goal</DialogTitle>
        <DialogContent>
          <Box aria-hidden sx={{ textAlign: 'center', mb: 2 }}>
            <Typography component="p" sx={{ fontSize: '3rem', fontWeight: 700, lineHeight: 1.15 }}>
              {chosen ?? '–'}
            </Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary', minHeight: 21 }}>
              {chosen === null ? ' ' : perDay(chosen)}
            </Typography>
          </Box>
          <Box sx={{ px: 1.5, mb: 2.5 }}>
            <Slider
              aria-label="Cards a week"
              value={sliderFor(chosen)}
              min={sliderLeast}
              max={sliderMost}
              step={sliderStep}
              marks={marks}
              onChange={(_event, value) => setText(String(value))}
            />
          </Box>
          <FormField
            label="Custom number"
            value={text}
            error={chosen === null}
            helperText={chosen === null ? 'Enter a whole number from 1' : 'Any whole number from 1'}
            onChange={(event) => setText(event.target.value)}
            slotProps={{ htmlInput: { inputMode: 'numeric' } }}
          />
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" disabled={chosen === null} loading={busy}>
            Save Goal
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
