import type { Mask } from '@kumbuka/contracts/kinds';
import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { verbatim } from '../../fields.tsx';
import { TrashIcon } from '../../icons.tsx';
import { placesOf } from './part-geometry.ts';

interface PartListProps {
  masks: readonly Mask[];
  onSelect: (index: number) => void;
  onLabel: (index: number, label: string) => void;
  onRemove: (index: number) => void;
}

/** What is below each rectangle. */
export function PartList({ masks, onSelect, onLabel, onRemove }: PartListProps) {
  const places = placesOf(masks);
  return (
    <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0, mb: 1.5, display: 'grid', gap: 1.5 }}>
      {masks.map((mask, index) => {
        const place = places.get(mask.number) ?? 1;
        return (
          <Box component="li" key={index} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <TextField
              fullWidth
              size="small"
              label={t`Answer for part ${place}`}
              value={mask.label}
              onChange={({ target }) => onLabel(index, target.value)}
              onFocus={() => onSelect(index)}
              slotProps={{ htmlInput: { ...verbatim, maxLength: 200 } }}
            />
            <IconButton
              aria-label={t`Remove part ${place}`}
              onClick={() => onRemove(index)}
              sx={{ width: 44, height: 44, fontSize: 20 }}
            >
              <TrashIcon />
            </IconButton>
          </Box>
        );
      })}
    </Box>
  );
}
