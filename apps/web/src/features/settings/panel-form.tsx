import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode, SyntheticEvent } from 'react';
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
