import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Pagination from '@mui/material/Pagination';

interface PagesProps {
  page: number;
  totalPages: number;
  label: string;
  onChange: (page: number) => void;
}

/** On a phone seven buttons, one of them of four digits, have one row. */
const close = { '& .MuiPaginationItem-root': { mx: { xs: 0, sm: '3px' }, px: { xs: '2px', sm: '6px' } } };

/** Names of the page buttons; MUI's own are English. */
function buttonLabel(type: string, page: number, isCurrent: boolean): string {
  if (type === 'previous') return t`Go to previous page`;
  if (type === 'next') return t`Go to next page`;
  return isCurrent ? t`page ${page}` : t`Go to page ${page}`;
}

/** Page buttons, only above one page. */
export function Pages({ page, totalPages, label, onChange }: PagesProps) {
  if (totalPages <= 1) return <></>;
  return (
    <Box sx={{ display: 'flex', justifyContent: 'center', mt: 4 }}>
      <Pagination
        count={totalPages}
        page={page}
        siblingCount={0}
        color="primary"
        aria-label={label}
        getItemAriaLabel={(type, target, isCurrent) => buttonLabel(type, target ?? 0, isCurrent)}
        sx={close}
        onChange={(_event, chosen) => onChange(chosen)}
      />
    </Box>
  );
}
