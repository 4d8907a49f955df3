import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import { useEffect, useEffectEvent } from 'react';
import { useNotify } from './notify.ts';

interface MissingPartProps {
  /** Closes the dialog or menu that was to open. */
  onClose?: () => void;
}

const missingText = () =>
  t`This part of the page is not on your device yet. Try again when you have a connection.`;

/** Stands for a part whose code could not be loaded: a note for a dialog or menu, a sentence for a part of the page. */
export function MissingPart({ onClose }: MissingPartProps) {
  const notify = useNotify();
  const say = useEffectEvent(() => {
    if (!onClose) return;
    notify(missingText(), 'warning');
    onClose();
  });
  useEffect(() => say(), []);
  if (onClose) return <></>;
  return (
    <Box component="p" role="status" sx={{ color: 'text.secondary', py: 2 }}>
      {missingText()}
    </Box>
  );
}
