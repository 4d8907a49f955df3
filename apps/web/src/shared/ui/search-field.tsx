import { limits } from '@kumbuka/contracts/constants';
import { cut } from '@kumbuka/text';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useEffect, useEffectEvent, useState } from 'react';
import { SearchIcon } from './icons.tsx';

const quarterSecond = 250;

interface SearchFieldProps {
  label: string;
  value: string;
  /** May return false for a text that it does not take, which leaves the field then. */
  onChange: (value: string) => boolean | void;
}

/**
 * Reports a search a moment after the last key. On a slow device the reported text comes back as the value when the next
 * letters are already typed: only a value that was not reported, such as that of 'Clear filters', replaces them.
 */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const [reported, setReported] = useState<readonly string[]>([]);
  if (seen !== value) {
    setSeen(value);
    const at = reported.lastIndexOf(value);
    setReported(at < 0 ? [] : reported.slice(at + 1));
    if (at < 0) setText(value);
  }
  const last = reported.at(-1) ?? value;
  const report = useEffectEvent(() => {
    if (onChange(text) === false) setText(last);
    else setReported([...reported, text]);
  });
  useEffect(() => {
    if (text === last) return;
    const timer = setTimeout(report, quarterSecond);
    return () => clearTimeout(timer);
  }, [text, last]);
  return (
    <TextField
      size="small"
      type="search"
      label={label}
      value={text}
      onChange={(event) => setText(cut(event.target.value, limits.searchText))}
      slotProps={{
        htmlInput: { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false, enterKeyHint: 'search' },
        inputLabel: { shrink: true },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon size={20} />
            </InputAdornment>
          ),
        },
      }}
      sx={{ flex: '1 1 120px', minWidth: 0, '& .MuiOutlinedInput-root': { height: 44 } }}
    />
  );
}
