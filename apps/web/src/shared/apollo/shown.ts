interface Fetched<Data> {
  data?: Data | undefined;
  previousData?: Data | undefined;
  loading: boolean;
}

/**
 * What a screen shows of a query: while it is asked, the rows of before; once that failed, only what is `known` of
 * exactly what was asked, because other rows would answer another question.
 */
export function shownOf<Data>(
  { data, previousData, loading }: Fetched<Data>,
  cached: () => Data | null,
): Data | undefined {
  if (data) return data;
  return (loading ? previousData : cached()) ?? undefined;
}
