import { useEffect } from 'react';

/** Names the browser tab: "<title> · Kumbuka". */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Kumbuka`;
  }, [title]);
}
