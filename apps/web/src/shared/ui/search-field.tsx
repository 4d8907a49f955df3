import { limits } from '@kumbuka/contracts/constants';
import { cut } from '@kumbuka/text';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useEffect, useState } from 'react';
import { SearchIcon } from './icons.tsx';

const quarterSecond = 250;

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** Tells what is searched a moment after the last key. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  // What is typed counts until the value changes from elsewhere, such as by 'Clear filters'.
  const [draft, setDraft] = useState({ text: value, base: value });
  const text = draft.base === value ? draft.text : value;
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), quarterSecond);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <TextField
      size="small"
      type="search"
      label={label}
      value={text}
      onChange={(event) => setDraft({ text: cut(event.target.value, limits.searchText), base: value })}
      slotProps={{
        inputLabel: { shrink: true },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon size={20} />
            </InputAdornment>
          ),
        },
      }}
      sx={{ flex: '1 1 160px', minWidth: 0, '& .MuiOutlinedInput-root': { height: 44 } }}
    />
  );
}
