import type { StatisticsScreenQuery } from './statistics-page.generated.ts';

export type Viewer = StatisticsScreenQuery['viewer'];
export type ShownStatistics = NonNullable<Viewer['statistics']>;
