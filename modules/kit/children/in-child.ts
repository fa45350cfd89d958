/**
 * Ignores stop signals, which the parent handles; a service manager, for example, signals every process of a service.
 * Call first thing in a child process.
 */
export function leaveSignalsToParent(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
}

/**
 * As above, for a child with an IPC channel: it exits with its parent, however the parent ends and however busy the
 * child is.
 */
export function liveWithChannel(): void {
  leaveSignalsToParent();
  process.on('disconnect', endAtOnce);
}

/** As above, for a child whose stdin the parent keeps open. The open stdin keeps the process alive. */
export function liveWithInput(end: () => void = endAtOnce): void {
  leaveSignalsToParent();
  process.stdin.on('end', end).resume();
}

/** SIGKILL, because a decoder running in another thread would delay a normal exit. */
const endAtOnce = () => void process.kill(process.pid, 'SIGKILL');
