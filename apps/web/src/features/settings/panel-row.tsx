import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';

/** Rows of a panel, for screen readers under a name. */
export const PanelRows = ({ name, children }: { name: string; children: ReactNode }) => (
  <Box component="ul" aria-label={name} sx={{ listStyle: 'none', m: 0, p: 0, mb: 1 }}>
    {children}
  </Box>
);

interface PanelRowProps {
  title: string;
  /** Why it is so. */
  reason?: string | null;
  text: string;
  /** Beside the text. */
  children: ReactNode;
}

/** A row of a panel: what it is, more about it, and what can be done with it. */
export const PanelRow = ({ title, reason, text, children }: PanelRowProps) => (
  <Box
    component="li"
    sx={{
      display: 'flex',
      alignItems: 'center',
      gap: 2,
      py: 1.5,
      borderTop: '1px solid',
      borderColor: 'divider',
    }}
  >
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{title}</Typography>
      {reason && <Typography variant="body2">{reason}</Typography>}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {text}
      </Typography>
    </Box>
    {children}
  </Box>
);

interface RowButtonProps {
  label: string;
  /** For screen readers: what the button does with which row. */
  description: string;
  onPress: () => Promise<void>;
}

/** The button of a row, which waits for what it started. */
export function RowButton({ label, description, onPress }: RowButtonProps) {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    await onPress();
    setBusy(false);
  };
  return (
    <Button
      variant="outlined"
      size="small"
      loading={busy}
      aria-label={description}
      onClick={() => void press()}
    >
      {label}
    </Button>
  );
}
