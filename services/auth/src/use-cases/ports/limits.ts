/** Attempt limits; each call counts and throws `RateLimited` above the limit. */
export interface AttemptLimits {
  countSignUp(ip: string): Promise<void>;
  countLogIn(ip: string): Promise<void>;
  countCodeRequest(ip: string): Promise<void>;
  /** Attempt with a code, right or wrong. */
  countCodeAttempt(ip: string): Promise<void>;
  /** With or without an account. */
  countPassword(emailKey: string): Promise<void>;
  forgivePasswords(emailKey: string): Promise<void>;
  /** Code for a new address, requested by a learner. */
  countEmailChange(userId: number): Promise<void>;
  /** Whether the name was free or not. */
  countUsernameChange(userId: number): Promise<void>;
}
