/** Id and time of a new log entry. */
export interface Writing {
  id: string;
  now: Date;
}
