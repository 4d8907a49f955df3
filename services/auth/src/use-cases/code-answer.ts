/** What the asker for a code learns. */
export interface CodeAnswer {
  /** Null when no code is needed. */
  otpId: string | null;
  /** The code itself, in local development only. */
  devCode: string | null;
}
