import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useAuth } from '../shared/auth/auth-context.tsx';
import { MainArea } from '../shared/ui/page/main-area.tsx';
import { PublicBar } from '../shared/ui/page/public-bar.tsx';

/** Pages for visitors: a signed-in user who opens /login goes to the dashboard. */
export function VisitorLayout() {
  const { isAuthenticated } = useAuth();
  const { pathname } = useLocation();
  if (isAuthenticated && pathname === '/login') return <Navigate to="/dashboard" replace />;
  return (
    <>
      <PublicBar />
      <MainArea>
        <Outlet />
      </MainArea>
    </>
  );
}
