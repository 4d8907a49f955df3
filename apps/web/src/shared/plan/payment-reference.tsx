import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useNotify } from '../ui/states/snackbars.tsx';
import { shortReference } from './short-reference.ts';

/** Shortened payment reference, with a button that copies the full one for the operators. */
export function PaymentReference({ reference }: { reference: string }) {
  const notify = useNotify();
  const short = shortReference(reference);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(reference);
      notify(t`The reference is copied.`);
    } catch {
      notify(t`Copying failed. The reference is ${reference}.`, 'warning');
    }
  };
  return (
    <>
      <Box component="bdi" sx={{ whiteSpace: 'nowrap' }}>
        {short}
      </Box>
      <Button
        className="not-printed"
        variant="text"
        size="small"
        aria-label={t`Copy the whole reference ${short}`}
        onClick={() => void copy()}
        sx={{ ml: 0.5, minWidth: 0 }}
      >
        {t`Copy`}
      </Button>
    </>
  );
}
