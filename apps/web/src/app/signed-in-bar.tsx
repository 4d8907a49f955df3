import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import { Suspense, useState } from 'react';
import { Link, NavLink, useMatch } from 'react-router-dom';
import { useAuth } from '../shared/auth/auth-context.tsx';
import { CurrentViewerDocument } from '../shared/auth/auth.generated.ts';
import { lazyNamed } from '../shared/browser/lazy-named.tsx';
import { Avatar } from '../shared/ui/avatar.tsx';
import { Bar } from '../shared/ui/figures/bar.tsx';
import { MenuIcon } from '../shared/ui/icons.tsx';
import { openBilling } from '../shared/plan/open-billing.ts';
import { freeLeft, planPrice } from '../shared/plan/plan.ts';
import { usePlan } from '../shared/plan/use-plan.ts';
import { useStudyPreferences } from '../shared/study/study-preferences.ts';
import { BrandLink } from '../shared/ui/page/public-bar.tsx';
import { tint } from '../shared/theme/tokens.ts';
import { links } from './links.ts';
import { OfflineNote } from './offline-note.tsx';
import { PageKeysHost } from './page-keys-host.tsx';

const loadDrawer = () => import('./link-drawer.tsx');
const LinkDrawer = lazyNamed(loadDrawer, 'LinkDrawer');
const loadMenu = () => import('./account-menu.tsx');
const AccountMenu = lazyNamed(loadMenu, 'AccountMenu');

function WideLinks() {
  return (
    <Box sx={{ display: { xs: 'none', md: 'flex' }, gap: 0.5, ml: 3 }}>
      {links().map(({ to, label }) => (
        <Button
          key={to}
          component={NavLink}
          to={to}
          variant="text"
          sx={{
            '&&': { color: 'text.secondary' },
            '&&:hover': { color: 'text.primary', bgcolor: tint.barHover },
            '&&.active': { color: 'text.primary', bgcolor: tint.soft },
          }}
        >
          {label}
        </Button>
      ))}
    </Box>
  );
}

function DrawerButton() {
  const [open, setOpen] = useState(false);
  return (
    <Box sx={{ display: { xs: 'block', md: 'none' }, ml: -1.25 }}>
      <IconButton
        aria-label={t`Open navigation`}
        aria-expanded={open}
        onPointerEnter={loadDrawer}
        onFocus={loadDrawer}
        onClick={() => setOpen(true)}
      >
        <MenuIcon />
      </IconButton>
      {open && (
        <Suspense>
          <LinkDrawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Box>
  );
}

/** Returns the XP of the latest response to any query. */
function useCurrentXp(): number | undefined {
  const { data } = useQuery(CurrentViewerDocument, { fetchPolicy: 'cache-only' });
  return data?.viewer.stats?.xp;
}

function AvatarButton() {
  const { user } = useAuth();
  const xp = useCurrentXp();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (!user) return <Box sx={{ width: 44, height: 44 }} />;
  return (
    <>
      <ButtonBase
        aria-label={t`Account of ${user.username}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={loadMenu}
        onFocus={loadMenu}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ borderRadius: '50%', font: 'inherit' }}
      >
        <Avatar name={user.username} xp={xp ?? user.stats?.xp ?? 0} />
      </ButtonBase>
      {anchor && (
        <Suspense>
          <AccountMenu anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  );
}

/**
 * Number of free prompts that are left, with an upgrade offer; nothing for subscribers and while the plan is unknown. On a
 * phone the drawer has both, and the focus mode has no drawer.
 */
function PlanOffer({ inFocus }: { inFocus: boolean }) {
  const plan = usePlan();
  const left = freeLeft(plan);
  return (
    <Box
      sx={{
        display: { xs: inFocus ? 'flex' : 'none', sm: 'flex' },
        alignItems: 'center',
        gap: { xs: 1, sm: 1.5 },
        mr: { sm: 1 },
      }}
    >
      {left !== null && (
        <Box
          component="span"
          sx={{
            color: 'text.secondary',
            fontSize: { xs: '0.75rem', sm: '0.875rem' },
            lineHeight: 1.25,
            textAlign: 'right',
            whiteSpace: { sm: 'nowrap' },
          }}
        >
          <Trans>
            Free left:{' '}
            <Box component="strong" sx={{ color: 'text.primary', fontWeight: 600 }}>
              {left}
            </Box>
          </Trans>
        </Box>
      )}
      {plan.isActive === false && (
        <Button
          variant="soft"
          size="small"
          onClick={() => openBilling()}
          sx={{
            px: { xs: 1, sm: 1.75 },
            lineHeight: 1.25,
            minWidth: { xs: 0, sm: 'fit-content' },
            maxWidth: { xs: 170, sm: 'none' },
          }}
        >
          {t`Upgrade (${planPrice})`}
        </Button>
      )}
    </Box>
  );
}

/** The bar of every signed-in page; its links fold into a drawer below md, and are away in the focus mode of a session. */
export function SignedInBar() {
  const inSession = useMatch('/study/:deckId') !== null;
  const inFocus = useStudyPreferences().focusMode && inSession;
  return (
    <Bar gap={1}>
      {!inFocus && <DrawerButton />}
      <BrandLink to="/dashboard" narrow={inFocus} />
      {!inFocus && <WideLinks />}
      {/* Fills the rest of the bar, so that it does not move when the plan is known. */}
      <Box
        sx={{
          display: 'flex',
          flex: inFocus ? '1 1 0' : '1 1 auto',
          justifyContent: 'flex-end',
          alignItems: 'center',
          gap: 1,
        }}
      >
        <PlanOffer inFocus={inFocus} />
        <PageKeysHost hasButton={!inFocus} />
        {inFocus ? (
          <Button component={Link} to="/study" variant="text">
            {t`Exit`}
          </Button>
        ) : (
          <AvatarButton />
        )}
      </Box>
      <OfflineNote />
    </Bar>
  );
}
