/** Number of responses with each status. */
export const countByStatus = (responses: { status: number }[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(responses, ({ status }) => status)].map(([status, group]) => [status, group.length]),
  );

export const withoutRequestId = (text: string): string => text.replace(/"requestId":"[^"]+"/, '');
