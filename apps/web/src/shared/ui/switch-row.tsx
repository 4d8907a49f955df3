import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useId } from 'react';

interface SwitchRowProps {
  label: string;
  hint: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** A choice of on and off, with its switch at the end of the row. The whole row switches it. */
export function SwitchRow({ label, hint, isOn, onChange }: SwitchRowProps) {
  const id = useId();
  return (
    <Box
      component="label"
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 2,
        minHeight: 56,
        cursor: 'pointer',
      }}
    >
      <Box component="span" sx={{ minWidth: 0 }}>
        <Typography component="span" id={id} sx={{ display: 'block' }}>
          {label}
        </Typography>
        <Typography
          component="span"
          variant="body2"
          id={`${id}-hint`}
          sx={{ display: 'block', color: 'text.secondary' }}
        >
          {hint}
        </Typography>
      </Box>
      <Switch
        checked={isOn}
        onChange={(_event, next) => onChange(next)}
        slotProps={{ input: { role: 'switch', 'aria-labelledby': id, 'aria-describedby': `${id}-hint` } }}
        sx={{ flexShrink: 0, mr: -1 }}
      />
    </Box>
  );
}
