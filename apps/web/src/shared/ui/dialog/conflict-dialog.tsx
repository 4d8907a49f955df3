import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState } from 'react';
import { ownText } from '../../format/own-text.ts';
import { chosenTexts, differing, firstChoices, type Side } from './choose-texts.ts';

interface ConflictDialogProps<V extends Record<string, string>> {
  /** Such as 'This card'. */
  thing: string;
  labels: Record<keyof V, string>;
  /** How a value is shown, when not as it is. */
  show?: (name: keyof V, value: string) => string;
  base: V;
  mine: V;
  theirs: V;
  onChoose: (values: V) => Promise<void>;
  onClose: () => void;
}

const sides = (): readonly [Side, string][] => [
  ['mine', t`Keep mine`],
  ['theirs', t`Take theirs`],
];

const optionLook = (isChosen: boolean) => ({
  display: 'grid',
  alignContent: 'start',
  minWidth: 0,
  p: 1.5,
  borderRadius: '12px',
  border: 1,
  borderColor: isChosen ? 'text.primary' : 'divider',
  bgcolor: 'surface.sunken',
});

const labelLook = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  minHeight: 44,
  cursor: 'pointer',
  '& input': { width: 20, height: 20, m: 0, accentColor: 'var(--k-palette-meaning-link)' },
};

interface TextChoiceProps {
  id: string;
  /** Name of the radio buttons of a field. */
  group: string;
  label: string;
  text: string;
  isChosen: boolean;
  disabled: boolean;
  onChoose: () => void;
}

function TextChoice({ id, group, label, text, isChosen, disabled, onChoose }: TextChoiceProps) {
  return (
    <Box sx={optionLook(isChosen)}>
      <Box component="label" sx={labelLook}>
        <input
          type="radio"
          name={group}
          checked={isChosen}
          disabled={disabled}
          onChange={onChoose}
          aria-describedby={id}
        />
        {label}
      </Box>
      <Box
        id={id}
        {...ownText}
        sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxHeight: 200, overflowY: 'auto' }}
        tabIndex={0}
      >
        {text}
      </Box>
    </Box>
  );
}

/** Compares the typed and the saved text of a form, field by field, after a conflict. Closing it loses nothing that was typed. */
export function ConflictDialog<V extends Record<string, string>>(props: ConflictDialogProps<V>) {
  const { thing, labels, show = (_name, value) => value, mine, theirs, onChoose, onClose } = props;
  const [choices, setChoices] = useState(firstChoices(props));
  const [busy, setBusy] = useState(false);
  const id = useId();
  const save = async () => {
    setBusy(true);
    await onChoose(chosenTexts({ mine, theirs }, choices));
    setBusy(false);
  };
  return (
    <Dialog
      open
      onClose={busy ? () => {} : onClose}
      maxWidth="md"
      fullWidth
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <DialogTitle id={`${id}-title`}>{t`${thing} was changed meanwhile`}</DialogTitle>
      <DialogContent>
        <DialogContentText id={`${id}-text`} sx={{ color: 'text.secondary', mb: 2 }}>
          {t`Another text was saved since you opened this form, in another tab or on another device. Choose what to keep.`}
        </DialogContentText>
        {differing(mine, theirs).map((name) => (
          <Box key={name} component="fieldset" sx={{ border: 0, p: 0, m: 0, mb: 2.5, minWidth: 0 }}>
            <Box component="legend" sx={{ typography: 'h6', p: 0, mb: 1 }}>
              {labels[name]}
            </Box>
            <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
              {sides().map(([side, label]) => (
                <TextChoice
                  key={side}
                  id={`${id}-${name}-${side}`}
                  group={`${id}-${name}`}
                  label={label}
                  text={show(name, (side === 'mine' ? mine : theirs)[name] ?? '')}
                  isChosen={choices[name] === side}
                  disabled={busy}
                  onChoose={() => setChoices((before) => ({ ...before, [name]: side }))}
                />
              ))}
            </Box>
          </Box>
        ))}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" disabled={busy} onClick={onClose}>
          {t`Back to the form`}
        </Button>
        <Button autoFocus variant="contained" loading={busy} onClick={() => void save()}>
          {t`Save`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
