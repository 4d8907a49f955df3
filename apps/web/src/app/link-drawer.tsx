import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import Typography from '@mui/material/Typography';
import { NavLink } from 'react-router-dom';
import { openBilling } from '../shared/plan/open-billing.ts';
import { freeLeft, planPrice } from '../shared/plan/plan.ts';
import { usePlan } from '../shared/plan/use-plan.ts';
import { CloseIcon } from '../shared/ui/icons.tsx';
import { BrandLink } from '../shared/ui/page/public-bar.tsx';
import { drawerLinks } from './links.ts';
import { tint } from '../shared/theme/tokens.ts';

/** Upgrade offer, because a narrow bar has no room for it. */
function PlanOffer({ onClose }: { onClose: () => void }) {
  const plan = usePlan();
  const left = freeLeft(plan);
  return (
    <Box sx={{ display: { sm: 'none' }, px: 2, pt: 1 }}>
      {left !== null && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1.5 }}>
          {t`Free left: ${left}`}
        </Typography>
      )}
      {plan.isActive === false && (
        <Button
          variant="soft"
          fullWidth
          onClick={() => {
            onClose();
            openBilling();
          }}
        >
          {t`Upgrade (${planPrice})`}
        </Button>
      )}
    </Box>
  );
}

/** The signed-in links below md. */
export function LinkDrawer({ onClose }: { onClose: () => void }) {
  return (
    <Drawer
      open
      onClose={onClose}
      slotProps={{ paper: { 'aria-label': t`Navigation`, sx: { width: 280, bgcolor: 'surface.nav' } } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', px: 2, height: 60 }}>
        <BrandLink to="/dashboard" />
        <IconButton aria-label={t`Close navigation`} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </Box>
      <Box component="nav" aria-label={t`Main`}>
        <List>
          {drawerLinks().map(({ to, label }) => (
            <ListItem key={to} disablePadding sx={{ px: 1 }}>
              <ListItemButton
                component={NavLink}
                to={to}
                onClick={onClose}
                sx={{
                  borderRadius: '12px',
                  minHeight: 48,
                  fontWeight: 600,
                  color: 'text.secondary',
                  '&.active': { color: 'text.primary', bgcolor: tint.soft },
                }}
              >
                {label}
              </ListItemButton>
            </ListItem>
          ))}
        </List>
      </Box>
      <PlanOffer onClose={onClose} />
    </Drawer>
  );
}
