const REPORT_INTERVAL_MS = 5_000;

/** Prints how far long work is, every few seconds. */
export function createProgress(): (text: string) => void {
  let reportedAt = performance.now();
  return (text) => {
    const now = performance.now();
    if (now - reportedAt < REPORT_INTERVAL_MS) return;
    reportedAt = now;
    console.log(text);
  };
}
