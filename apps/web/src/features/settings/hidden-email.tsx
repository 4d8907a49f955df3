/** Names the account of a form's password for password managers; otherwise they take the field before it for the username. */
export function HiddenEmail({ email }: { email: string }) {
  return <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />;
}
