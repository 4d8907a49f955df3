/** Measurement on one store. */
export interface Row {
  /** Id of the line in the table. */
  id: string;
  value: number;
}
