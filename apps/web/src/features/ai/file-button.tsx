import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRef, useState, type DragEvent } from 'react';
import { useFocusAfterWork } from '../../shared/hooks/use-focus-after-work.ts';
import { FileIcon } from '../../shared/ui/icons.tsx';

const taken = '.txt,.md,.markdown,.pdf,text/plain,text/markdown,application/pdf';

interface FileButtonProps {
  reading: boolean;
  onFile: (file: File) => void;
}

/** Takes the study text from a file. */
export function FileButton({ reading, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const button = useFocusAfterWork(reading);
  return (
    <>
      <Button
        ref={button}
        variant="outlined"
        startIcon={<FileIcon />}
        loading={reading}
        loadingPosition="start"
        onClick={() => input.current?.click()}
      >
        {reading ? t`Reading…` : t`From a file`}
      </Button>
      <Box
        ref={input}
        component="input"
        type="file"
        accept={taken}
        aria-label={t`File with the study text`}
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // The same file can be chosen again after it was changed.
          currentTarget.value = '';
          if (file) onFile(file);
        }}
        sx={{ display: 'none' }}
      />
    </>
  );
}

const hasFile = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** Accepts a dropped file. Other drags, such as text, keep their default behaviour. */
export function useDroppedFile(onFile: (file: File) => void) {
  const [isOver, setOver] = useState(false);
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(false);
      const [file] = event.dataTransfer.files;
      if (file) onFile(file);
    },
  };
  return { isOver, handlers };
}
