interface Fetched<Data> {
  data?: Data | undefined;
  previousData?: Data | undefined;
  loading: boolean;
}

/**
 * Returns what a screen shows of a query: the previous rows while it loads; after a failure only the cached result of
 * the same query, because other rows would belong to another one.
 */
export function dataOrCached<Data>(
  { data, previousData, loading }: Fetched<Data>,
  cached: () => Data | null,
): Data | undefined {
  if (data) return data;
  return (loading ? previousData : cached()) ?? undefined;
}
