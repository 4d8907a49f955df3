import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { t } from '@lingui/core/macro';
import { useEffect, useReducer, useRef, type ReactNode, type SyntheticEvent } from 'react';
import { useFocusAfterWork } from '../../shared/hooks/use-focus-after-work.ts';
import { FormAlert } from '../../shared/account/form-alert.tsx';

interface PanelFormProps {
  error: string | null;
  busy: boolean;
  /** Label of the button. */
  save: string;
  disabled?: boolean;
  /** `danger` for what cannot be undone. */
  tone?: 'soft' | 'danger';
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => Promise<void>;
  /** Beside the button. */
  beside?: ReactNode;
  children: ReactNode;
}

interface SavingFormProps {
  error: string | null;
  busy: boolean;
  /** Whether the values can be saved as they are. */
  isValid: boolean;
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => Promise<void>;
  children: ReactNode;
}

interface Edits {
  /** Number of choices made and fields left with another value. */
  changes: number;
  isTyping: boolean;
}

const afterEvent = ({ changes }: Edits, type: string): Edits => ({
  changes: type === 'change' ? changes + 1 : changes,
  isTyping: type === 'input',
});

/**
 * Form of settings, which saves itself: a choice at once, a typed value when its field is left. What changes while it is
 * saved is saved after it. Only a failure shows a button.
 */
export function SavingForm({ error, busy, isValid, onSubmit, children }: SavingFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [{ changes, isTyping }, note] = useReducer(afterEvent, { changes: 0, isTyping: false });
  const seen = useRef(0);
  useEffect(() => {
    if (changes === seen.current || busy || isTyping) return;
    seen.current = changes;
    if (isValid) form.current?.requestSubmit();
  }, [changes, busy, isTyping, isValid]);
  useEffect(() => {
    // React's own change event of a text field comes with each letter. At the document the new value is in the state
    // already; a listener of the form runs before those of React, and the form would be drawn and sent as it was.
    const listen = ({ type, target }: Event) => {
      if (form.current?.contains(target as Node)) note(type);
    };
    const types = ['input', 'change', 'focusout'];
    types.forEach((type) => document.addEventListener(type, listen));
    return () => types.forEach((type) => document.removeEventListener(type, listen));
  }, []);
  return (
    <Box component="form" ref={form} noValidate onSubmit={(event) => void onSubmit(event)}>
      <FormAlert message={error} />
      {children}
      {error !== null && (
        <Button type="submit" variant="soft" loading={busy}>
          {t`Try again`}
        </Button>
      )}
    </Box>
  );
}

const looks = {
  soft: { variant: 'soft' },
  danger: { variant: 'outlined', color: 'error' },
} as const;

/** Form of one panel with its own button, so that each panel of the settings page saves only its own fields. */
export function PanelForm({
  error,
  busy,
  save,
  disabled = false,
  tone = 'soft',
  onSubmit,
  beside,
  children,
}: PanelFormProps) {
  const button = useFocusAfterWork(busy);
  return (
    <Box component="form" noValidate onSubmit={(event) => void onSubmit(event)}>
      <FormAlert message={error} />
      {children}
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 1,
          mt: 0.5,
          // Where it is narrow it stands below the button, and its text in line with it.
          '& > .MuiButton-text': { ml: { xs: -1.75, sm: 0 } },
        }}
      >
        <Button ref={button} type="submit" {...looks[tone]} loading={busy} disabled={disabled}>
          {save}
        </Button>
        {beside}
      </Box>
    </Box>
  );
}
