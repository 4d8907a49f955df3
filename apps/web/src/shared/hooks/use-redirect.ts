import { useContext, useEffect } from 'react';
import { UNSAFE_DataRouterContext, useLocation, useNavigation } from 'react-router-dom';

/**
 * Leads to another page, unless the learner has already chosen one that is still loading. Reads the router itself, because
 * a choice is rendered with low priority and the response that causes the redirect may be rendered first.
 */
export function useRedirect(to: string | null): void {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const { key } = useLocation();
  const isIdle = useNavigation().state === 'idle';
  useEffect(() => {
    if (to === null || !router || !isIdle) return;
    const { location, navigation } = router.state;
    if (location.key === key && navigation.state === 'idle') void router.navigate(to, { replace: true });
  }, [to, router, key, isIdle]);
}
