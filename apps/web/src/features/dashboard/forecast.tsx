import Box from '@mui/material/Box';

const weekday = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Cards falling due per day, today first. Numbers stand on the bars, so there is no axis to read. */
export function Forecast({ due, today }: { due: number[]; today: number }) {
  const most = Math.max(...due, 1);
  return (
    <Box
      component="ol"
      aria-label="Cards due per day"
      sx={{
        display: 'grid',
        gridTemplateColumns: `repeat(${due.length}, minmax(0, 1fr))`,
        gap: { xs: 0.5, sm: 1 },
        alignItems: 'end',
        m: 0,
        p: 0,
        listStyle: 'none',
      }}
    >
      {due.map((cards, day) => (
        <Box
          component="li"
          key={day}
          sx={{
            display: 'grid',
            gridTemplateRows: '20px 112px 22px',
            justifyItems: 'center',
            alignItems: 'end',
            fontSize: '0.8125rem',
            color: day === 0 ? 'text.primary' : 'text.secondary',
            fontWeight: day === 0 ? 700 : 400,
          }}
        >
          <Box
            sx={{
              gridRow: 2,
              width: 1,
              maxWidth: 28,
              position: 'relative',
              height: `${Math.max(4, (cards / most) * 100)}%`,
              borderRadius: '6px',
              bgcolor: day === 0 ? 'warning.main' : '#5d70ff',
            }}
          >
            <Box
              component="span"
              sx={{
                position: 'absolute',
                bottom: 'calc(100% + 2px)',
                left: '50%',
                transform: 'translateX(-50%)',
              }}
            >
              {cards}
            </Box>
          </Box>
          <Box component="span" sx={{ gridRow: 3 }}>
            {day === 0 ? 'Today' : weekday[(today + day) % 7]}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
