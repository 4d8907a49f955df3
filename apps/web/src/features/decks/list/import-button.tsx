import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { chooseFile } from '../../../shared/browser/chosen-file.ts';
import { fileLabel } from '../../../shared/ui/file-label.ts';

const accepted = '.apkg,.colpkg,.csv,.tsv,.txt,.md,.json';

/** Takes a file that is dropped anywhere on the page. */
function useDrop(onFile: (file: File) => void) {
  useEffect(() => {
    const left = new AbortController();
    const allow = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    };
    const drop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      onFile(file);
    };
    document.addEventListener('dragover', allow, { signal: left.signal });
    document.addEventListener('drop', drop, { signal: left.signal });
    return () => left.abort();
  }, [onFile]);
}

/** Chooses a file and opens the page that imports it. */
export function ImportButton() {
  const navigate = useNavigate();
  const open = (file: File) => {
    chooseFile(file);
    void navigate('/import');
  };
  useDrop(open);
  return (
    <Button {...fileLabel} variant="outlined" sx={{ '&:focus-within': { outline: '2px solid' } }}>
      {t`Import`}
      <Box
        component="input"
        type="file"
        accept={accepted}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) open(file);
        }}
        sx={{ position: 'absolute', width: 1, height: 1, opacity: 0, overflow: 'hidden' }}
      />
    </Button>
  );
}
