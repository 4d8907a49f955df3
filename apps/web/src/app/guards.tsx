import { Outlet } from 'react-router-dom';
import { MainArea } from '../shared/ui/page/main-area.tsx';
import { PublicBar } from '../shared/ui/page/public-bar.tsx';

/** Pages of the client for visitors. */
export function VisitorLayout() {
  return (
    <>
      <PublicBar />
      <MainArea>
        <Outlet />
      </MainArea>
    </>
  );
}
