import { t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { isDocumentOf } from '../shared/browser/document-path.ts';
import { usePageTitle } from '../shared/format/page-title.ts';
import { FailedState } from '../shared/ui/states/failed-state.tsx';

/** What the service worker opens instead of a page that only the server has. */
function NeedsServer() {
  usePageTitle(t`No response`);
  return (
    <FailedState
      title={t`This page needs a connection`}
      heading="h1"
      text={t`To sign in or sign up, the server must respond.`}
      onRetry={() => window.location.reload()}
      next={{ to: '/dashboard', label: t`Go to the dashboard` }}
    />
  );
}

/** Leaves the client for a page that the build rendered, such as the sign-in. */
export function BuiltPage() {
  const { pathname, search } = useLocation();
  const isHere = isDocumentOf(pathname);
  useEffect(() => {
    if (!isHere) window.location.replace(pathname + search);
  }, [isHere, pathname, search]);
  return isHere ? <NeedsServer /> : null;
}
