const REPORT_INTERVAL_MS = 5_000;

/** Prints the progress of long work, at most every few seconds. */
export function createProgress(): (text: string) => void {
  let reportedAt = performance.now();
  return (text) => {
    const now = performance.now();
    if (now - reportedAt < REPORT_INTERVAL_MS) return;
    reportedAt = now;
    console.log(text);
  };
}
