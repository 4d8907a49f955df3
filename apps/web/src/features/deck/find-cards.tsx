import { plural, t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { EmptyState } from '../../shared/ui/states/empty-state.tsx';
import { SearchField } from '../../shared/ui/search-field.tsx';

interface FindCardsProps {
  find: string;
  /** Cards that contain it; undefined while they are being looked for. */
  found: number | undefined;
  onFind: (text: string) => void;
}

/** Finds cards by a part of their question or answer. */
export function FindCards({ find, found, onFind }: FindCardsProps) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mb: 2 }}>
      <Box sx={{ display: 'flex', flex: { xs: 1, sm: '0 1 340px' }, minWidth: 0 }}>
        <SearchField label={t`Find in this deck`} value={find} onChange={onFind} />
      </Box>
      <Typography role="status" variant="body2" noWrap sx={{ color: 'text.secondary', flexShrink: 0 }}>
        {find !== '' && found !== undefined && t`${plural(found, { one: '# card', other: '# cards' })} found`}
      </Typography>
    </Box>
  );
}

/** Cards there are, but none with this text. */
export function NoCardFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title={t`No card matches`}
      text={t`Look for a shorter part of the question or the answer.`}
      action={
        <Button variant="outlined" onClick={onClear}>
          {t`Clear search`}
        </Button>
      }
    />
  );
}
