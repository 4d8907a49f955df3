/** '85%', or a dash for an unknown percentage. The only format of percentages. */
export const percentLabel = (percent: number | null): string =>
  percent === null ? '–' : `${Math.round(percent)}%`;
