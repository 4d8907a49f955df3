import Box from '@mui/material/Box';

/** Edge of a card below, drawn behind the card. */
export function LowerCard({ layer }: { layer: number }) {
  return (
    <Box
      aria-hidden
      sx={{
        position: 'absolute',
        zIndex: 0,
        insetInline: layer * 13,
        bottom: layer * -9,
        height: 40,
        borderRadius: '16px',
        border: '1px solid',
        borderColor: 'divider',
        bgcolor: 'background.paper',
        opacity: 1 - layer * 0.25,
      }}
    />
  );
}
