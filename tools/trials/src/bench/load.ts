import { Pool } from 'undici';
import { spreadOf, type Spread } from '../product/measure.ts';

export interface LoadRequest {
  method: 'GET' | 'POST';
  path: string;
  token: string;
  body?: string;
}

export interface LoadResult extends Spread {
  requestsPerSecond: number;
  /** Number of responses by status. */
  statuses: Record<number, number>;
}

/** Sends the requests of each worker one by one over a separate keep-alive connection for some seconds. */
export async function load<Worker>(
  base: string,
  seconds: number,
  workers: readonly Worker[],
  next: (worker: Worker) => LoadRequest,
): Promise<LoadResult> {
  const pool = new Pool(base, { connections: workers.length, pipelining: 1 });
  const times: number[] = [];
  const statuses: Record<number, number> = {};
  const end = performance.now() + seconds * 1000;
  const work = async (worker: Worker) => {
    while (performance.now() < end) {
      const { method, path, token, body } = next(worker);
      const began = performance.now();
      const response = await pool.request({
        method,
        path,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body }),
      });
      await response.body.dump();
      times.push(performance.now() - began);
      statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1;
    }
  };
  await Promise.all(workers.map(work));
  await pool.close();
  return { ...spreadOf(times), requestsPerSecond: times.length / seconds, statuses };
}
