import { t } from '@lingui/core/macro';
import type { ExportFormat } from '@kumbuka/contracts';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';

interface ExportMenuProps {
  anchor: HTMLElement;
  onClose: () => void;
  onChoose: (format: ExportFormat) => void;
}

const choices = (): { format: ExportFormat; name: string; about: string }[] => [
  { format: 'apkg', name: t`Anki (.apkg)`, about: t`With pictures, sounds, schedules and answers` },
  { format: 'csv', name: t`CSV`, about: t`The texts as they are, for other programs` },
  {
    format: 'csv-spreadsheets',
    name: t`CSV for spreadsheets`,
    about: t`An apostrophe keeps texts that begin like a formula from being run`,
  },
  { format: 'markdown', name: t`Markdown`, about: t`The texts, to read and to edit` },
  { format: 'json', name: t`Everything (JSON in a .zip)`, about: t`Can be imported again without loss` },
];

/** Formats in which cards can be taken along. */
export function ExportMenu({ anchor, onClose, onChoose }: ExportMenuProps) {
  return (
    <Menu open anchorEl={anchor} onClose={onClose}>
      {choices().map(({ format, name, about }) => (
        <MenuItem key={format} onClick={() => onChoose(format)} sx={{ whiteSpace: 'normal', maxWidth: 340 }}>
          <ListItemText primary={name} secondary={about} />
        </MenuItem>
      ))}
    </Menu>
  );
}
