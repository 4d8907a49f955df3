let asked = false;

/** Notes that the data of the first screen is on its way, before the screen itself is there. */
export function notePrefetched(): void {
  asked = true;
}

/** True once: the first screen takes what was asked for ahead and does not ask again. */
export function takePrefetched(): boolean {
  const was = asked;
  asked = false;
  return was;
}
