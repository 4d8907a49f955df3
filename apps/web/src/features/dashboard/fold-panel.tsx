import { t } from '@lingui/core/macro';
import Button from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState, type ReactNode } from 'react';
import { Panel } from '../../shared/ui/page/page.tsx';

interface FoldPanelProps {
  title: string;
  note?: string;
  children: ReactNode;
}

/** Panel that is collapsed on a narrow screen until its button is pressed. */
export function FoldPanel({ title, note, children }: FoldPanelProps) {
  const isNarrow = useMediaQuery<Theme>(({ breakpoints }) => breakpoints.down('sm'));
  const [isOpen, setIsOpen] = useState(false);
  if (!isNarrow)
    return (
      <Panel title={title} note={note}>
        {children}
      </Panel>
    );
  const action = (
    <Button
      variant="text"
      size="small"
      aria-expanded={isOpen}
      aria-label={isOpen ? t`Hide: ${title}` : t`Show: ${title}`}
      onClick={() => setIsOpen(!isOpen)}
      sx={{ my: -1, mr: -1.25 }}
    >
      {isOpen ? t`Hide` : t`Show`}
    </Button>
  );
  return (
    <Panel title={title} action={action}>
      {isOpen && children}
    </Panel>
  );
}
