import { useEffect } from 'react';

export const documentTitle = (title: string) => `${title} · Kumbuka`;

/** Names the browser tab: "<title> · Kumbuka". */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = documentTitle(title);
  }, [title]);
}
