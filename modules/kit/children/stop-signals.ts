import { readFileSync } from 'node:fs';

/**
 * Calls `stop` on SIGINT, SIGTERM, and SIGHUP (a closed terminal), except when the program was started to survive
 * hang-ups (`nohup`).
 */
export function onStopSignals(stop: (signal: NodeJS.Signals) => void): void {
  const signals: NodeJS.Signals[] = outlivesTerminal()
    ? ['SIGINT', 'SIGTERM']
    : ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, () => stop(signal));
}

/** Bit 0 of SigIgn is SIGHUP. Where the system doesn't report it, SIGHUP is left alone. */
function outlivesTerminal(): boolean {
  try {
    const [, ignored] = readFileSync('/proc/self/status', 'latin1').match(/^SigIgn:\s*([0-9a-f]+)$/m) ?? [];
    return ignored === undefined || (BigInt(`0x${ignored}`) & 1n) === 1n;
  } catch {
    return true;
  }
}
