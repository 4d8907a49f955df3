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

/**
 * Form of settings, which saves itself: a choice at once, a typed value when its field is left. What changes while it is
 * saved is saved after it. Only a failure shows a button.
 */
export function SavingForm({ error, busy, isValid, onSubmit, children }: SavingFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [changes, countChange] = useReducer((count: number) => count + 1, 0);
  const sent = useRef(0);
  useEffect(() => {
    if (changes === sent.current || busy || !isValid) return;
    sent.current = changes;
    form.current?.requestSubmit();
  }, [changes, busy, isValid]);
  useEffect(() => {
    const element = form.current;
    // React's own change event of a text field comes with each letter.
    element?.addEventListener('change', countChange);
    return () => element?.removeEventListener('change', countChange);
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
