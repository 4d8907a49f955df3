import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { ownText } from '../format/own-text.ts';

interface FilterChoiceProps {
  label: string;
  value: string;
  choices: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
  /** The choices are texts that people wrote; the empty one is not. */
  isOwn?: boolean;
}

/** Select that filters or sorts a list. */
export function FilterChoice({ label, value, choices, onChange, isOwn = false }: FilterChoiceProps) {
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={{ minWidth: 0, '& .MuiOutlinedInput-root': { height: 44 } }}
    >
      {choices.map(([choice, name]) => (
        <MenuItem key={choice} value={choice}>
          {isOwn && choice !== '' ? <bdi {...ownText}>{name}</bdi> : name}
        </MenuItem>
      ))}
    </TextField>
  );
}
