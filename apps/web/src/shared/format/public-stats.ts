import { useEffect, useState } from 'react';
import { whenIdle } from '../browser/idle.ts';
import { readToken } from '../auth/token.ts';

/** Numbers that the public pages show; each has the specified default for visitors who are not signed in. */
export interface PublicStats {
  streak: number;
  xp: number;
  nextLevelXp: number;
  targetDays: number;
  completedDays: number;
}

export const visitorStats: PublicStats = {
  streak: 2,
  xp: 120,
  nextLevelXp: 200,
  targetDays: 3,
  completedDays: 1,
};

const query = 'query PublicStats { viewer { id stats { streak xp nextLevelXp targetDays completedDays } } }';

/** Fills gaps with the visitor's defaults; 0 is a value, not a gap. */
export function withDefaults(stats: Partial<PublicStats> | null | undefined): PublicStats {
  return {
    streak: stats?.streak ?? visitorStats.streak,
    xp: stats?.xp ?? visitorStats.xp,
    nextLevelXp: stats?.nextLevelXp ?? visitorStats.nextLevelXp,
    targetDays: stats?.targetDays ?? visitorStats.targetDays,
    completedDays: stats?.completedDays ?? visitorStats.completedDays,
  };
}

async function fetchStats(token: string): Promise<PublicStats> {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ operationName: 'PublicStats', query }),
  });
  const body: { data?: { viewer?: { stats?: Partial<PublicStats> | null } | null } | null } =
    await response.json();
  return withDefaults(body.data?.viewer?.stats);
}

let cached: { token: string; stats: Promise<PublicStats> } | null = null;

/** One request for each token, however many parts of the page show its numbers. */
function statsOf(token: string): Promise<PublicStats> {
  if (cached?.token !== token) cached = { token, stats: fetchStats(token) };
  return cached.stats;
}

/** The signed-in visitor's own numbers by one plain request when the page is idle; the defaults until then and on any failure. */
export function usePublicStats(): PublicStats {
  const [stats, setStats] = useState(visitorStats);
  useEffect(() => {
    const token = readToken();
    if (!token) return;
    let left = false;
    const callOff = whenIdle(() => {
      statsOf(token).then(
        (own) => void (left || setStats(own)),
        () => {},
      );
    });
    return () => {
      left = true;
      callOff();
    };
  }, []);
  return stats;
}
