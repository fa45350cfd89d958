/** Download progress, such as `12.3 of 77.1 MB · 16 %`. */
export function describeDownload(loaded: number, total: number): string {
  if (total === 0) return 'This happens once; your browser keeps it.';
  const share = Math.min(100, Math.floor((loaded / total) * 100));
  const [unit, size] = total < 1e6 ? ['KB', 1e3] : ['MB', 1e6];
  const figure = (bytes: number) => (bytes / (size as number)).toFixed(1);
  return `${figure(loaded)} of ${figure(total)} ${unit} · ${share} %`;
}
