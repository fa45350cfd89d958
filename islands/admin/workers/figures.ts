/** 45 s, 12 min 5 s, 3 h 20 min; a dash for null. */
export function duration(seconds: number | null): string {
  if (seconds === null) return '–';
  if (seconds > 0 && seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${whole % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Dollars and cents; amounts below a cent are marked as such. */
export function dollars(amount: number | null): string {
  if (amount === null) return '–';
  if (amount > 0 && amount < 0.01) return '< $0.01';
  return `$${amount.toFixed(2)}`;
}
