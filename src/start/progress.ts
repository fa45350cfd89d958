const TELLS_EVERY_MS = 5_000;

/** Prints how far long work is, every few seconds. */
export function createProgress(): (text: string) => void {
  let toldAt = performance.now();
  return (text) => {
    const now = performance.now();
    if (now - toldAt < TELLS_EVERY_MS) return;
    toldAt = now;
    console.log(text);
  };
}
