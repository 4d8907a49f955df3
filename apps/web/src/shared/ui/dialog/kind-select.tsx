import { noteKinds } from '@kumbuka/contracts/kinds';
import { t } from '@lingui/core/macro';
import TextField from '@mui/material/TextField';
import { shownLanguage } from '../../i18n/i18n.ts';

/** Chooses the kind of a new card. */
export const KindSelect = ({ kind, onKind }: { kind: string; onKind: (kind: string) => void }) => (
  <TextField
    select
    size="small"
    value={kind}
    onChange={({ target }) => onKind(target.value)}
    slotProps={{ select: { native: true }, htmlInput: { 'aria-label': t`Kind of card` } }}
    sx={{ mr: 1, '& select': { minHeight: 44, py: 0, boxSizing: 'border-box', fontSize: '0.9375rem' } }}
  >
    {noteKinds.map(({ id, name }) => (
      <option key={id} value={id}>
        {name[shownLanguage()]}
      </option>
    ))}
  </TextField>
);
