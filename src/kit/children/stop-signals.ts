import { readFileSync } from 'node:fs';

/**
 * Calls `stop` for each signal that asks the program to end: Ctrl-C, a service manager, and a terminal that was closed, unless
 * the program was started to outlive that (`nohup`).
 */
export function onStopSignals(stop: (signal: NodeJS.Signals) => void): void {
  const signals: NodeJS.Signals[] = outlivesTerminal()
    ? ['SIGINT', 'SIGTERM']
    : ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, () => stop(signal));
}

/**
 * SIGHUP is the first bit of the signals that are ignored; where the system does not show them, it is left as it is.
 */
function outlivesTerminal(): boolean {
  try {
    const [, ignored] = readFileSync('/proc/self/status', 'latin1').match(/^SigIgn:\s*([0-9a-f]+)$/m) ?? [];
    return ignored === undefined || (BigInt(`0x${ignored}`) & 1n) === 1n;
  } catch {
    return true;
  }
}
