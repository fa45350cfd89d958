/**
 * For the first line of a program that another one starts and ends: what is meant for its parent leaves it alone, as when a
 * service manager sends a signal to every process of a service.
 */
export function leaveSignalsToParent(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
}

/** The same for one with a channel to its parent: it ends when the parent does, however that ends, whatever it is busy with. */
export function liveWithChannel(): void {
  leaveSignalsToParent();
  process.on('disconnect', endAtOnce);
}

/** The same for one whose input its parent holds open. It does not end by itself any more. */
export function liveWithInput(end: () => void = endAtOnce): void {
  leaveSignalsToParent();
  process.stdin.on('end', end).resume();
}

/** A decoder that is at work in another thread would hold up any other end. */
const endAtOnce = () => void process.kill(process.pid, 'SIGKILL');
