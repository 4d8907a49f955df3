import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { isComposing } from '../../../../shared/browser/page-keys.ts';
import { isForTyping } from '../hooks/use-session-controls.ts';
import { verbatim } from '../../../../shared/ui/fields.tsx';

interface TypedFieldProps {
  value: string;
  language: string | null;
  onChange: (typed: string) => void;
  /** Shows the answer. */
  onReveal: () => void;
}

/** Field for the answer of a card that is typed. */
export function TypedField({ value, language, onChange, onReveal }: TypedFieldProps) {
  return (
    <Box onClick={(event) => event.stopPropagation()} sx={{ width: 1, maxWidth: 420, mx: 'auto', mt: 1 }}>
      <TextField
        fullWidth
        autoFocus={isForTyping()}
        size="small"
        label={t`Your answer`}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
          event.preventDefault();
          onReveal();
        }}
        slotProps={{
          htmlInput: {
            ...verbatim,
            autoComplete: 'off',
            enterKeyHint: 'done',
            lang: language ?? undefined,
            'data-typed': true,
          },
        }}
      />
    </Box>
  );
}
