import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { ownText } from '../../shared/format/own-text.ts';
import type { ImportPartsFragment } from './import-page.generated.ts';

type Table = NonNullable<ImportPartsFragment['table']>;
export type Mapping = Table['mapping'];

interface ColumnFieldProps {
  label: string;
  table: Table;
  value: number | null;
  isOptional?: boolean;
  busy: boolean;
  onChange: (column: number | null) => void;
}

const none = 'none';

function ColumnField({ label, table, value, isOptional = false, busy, onChange }: ColumnFieldProps) {
  const count = Math.max(table.columns.length, ...table.rows.map((row) => row.length));
  const nameOf = (at: number) => table.columns[at] || table.rows[0]?.[at] || '';
  return (
    <TextField
      select
      label={label}
      value={value ?? none}
      disabled={busy}
      onChange={({ target }) => onChange(target.value === none ? null : Number(target.value))}
      sx={{ minWidth: 180, flex: '1 1 180px' }}
    >
      {isOptional && <MenuItem value={none}>{t`None`}</MenuItem>}
      {Array.from({ length: count }, (_, at) => (
        <MenuItem key={at} value={at}>
          <span {...ownText}>{`${at + 1}: ${nameOf(at).slice(0, 40)}`}</span>
        </MenuItem>
      ))}
    </TextField>
  );
}

interface MappingFieldsProps {
  table: Table;
  busy: boolean;
  onChange: (mapping: Mapping) => void;
}

/** Which columns of a table are questions, answers, tags and decks. */
export function MappingFields({ table, busy, onChange }: MappingFieldsProps) {
  const { mapping } = table;
  const field = (name: 'front' | 'back' | 'tags' | 'deck', label: string, isOptional = false) => (
    <ColumnField
      label={label}
      table={table}
      value={mapping[name] ?? null}
      isOptional={isOptional}
      busy={busy}
      onChange={(column) => onChange({ ...mapping, [name]: column })}
    />
  );
  return (
    <Box role="group" aria-label={t`Columns`} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, my: 2 }}>
      {field('front', t`Question`)}
      {field('back', t`Answer`)}
      {field('tags', t`Tags`, true)}
      {field('deck', t`Deck`, true)}
      <TextField
        select
        label={t`Cells are`}
        value={mapping.cells}
        disabled={busy}
        onChange={({ target }) => onChange({ ...mapping, cells: target.value })}
        sx={{ minWidth: 180, flex: '1 1 180px' }}
      >
        <MenuItem value="text">{t`Plain text`}</MenuItem>
        <MenuItem value="html">HTML</MenuItem>
        <MenuItem value="markdown">Markdown</MenuItem>
      </TextField>
      <FormControlLabel
        control={
          <Switch
            checked={mapping.hasHeader}
            disabled={busy}
            onChange={({ target }) => onChange({ ...mapping, hasHeader: target.checked })}
          />
        }
        label={t`The first line names the columns`}
      />
    </Box>
  );
}
