import type { Ports } from '../ports.ts';

export interface TriedPassword {
  emailKey: string;
  /** `null` without a password; verification takes equally long. */
  hash: string | null;
  password: string;
}

/**
 * Counts the attempt before checking the password and forgives it afterwards, so that parallel guesses cannot
 * exceed the limit.
 */
export async function tryPassword(
  { passwords, limits }: Pick<Ports, 'passwords' | 'limits'>,
  { emailKey, hash, password }: TriedPassword,
): Promise<boolean> {
  const onTurn = () => limits.countPassword(emailKey);
  const isRight = await passwords.isRight({ hash, password, onTurn });
  if (isRight) await limits.forgivePasswords(emailKey);
  return isRight;
}
