import { useSearchParams } from 'react-router-dom';
import { UserPage } from './user-page.tsx';
import { UsersTab } from './users-tab.tsx';

/** The list of users, or the page of the one that the address names. */
export function Users() {
  const [params] = useSearchParams();
  const id = params.get('user') ?? '';
  return /^[1-9]\d{0,15}$/.test(id) ? <UserPage key={id} id={id} /> : <UsersTab />;
}
