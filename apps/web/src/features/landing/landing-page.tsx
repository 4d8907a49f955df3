export function LandingPage() {
  return <></>;
}
