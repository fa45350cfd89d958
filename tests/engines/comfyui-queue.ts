import { setTimeout as after } from 'node:timers/promises';

export interface Queued {
  /** lower numbers run first */
  number: number;
  promptId: string;
}

/** Another client's run, with its duration. */
interface OthersRun {
  number: number;
  takesMs: number;
}

/** ComfyUI's single queue. Clients get its length whenever that changes. */
export function createComfyuiQueue<Run extends Queued>(
  execute: (run: Run) => Promise<void>,
  changed: (remaining: number) => void,
) {
  const queue: (Run | OthersRun)[] = [];
  let running: Run | OthersRun | null = null;
  let nextNumber = 0;
  const say = () => changed(queue.length + (running ? 1 : 0));

  function add(run: Run | OthersRun): void {
    queue.push(run);
    queue.sort((one, other) => one.number - other.number);
    say();
    void work();
  }

  async function work(): Promise<void> {
    if (running) return;
    for (running = queue.shift() ?? null; running; running = queue.shift() ?? null) {
      say();
      if ('takesMs' in running) await after(running.takesMs);
      else await execute(running);
    }
    say();
  }

  const idsOf = (runs: (Run | OthersRun | null)[]) =>
    runs.flatMap((one) => (one && 'promptId' in one ? [[one.number, one.promptId, {}]] : []));

  return {
    /** as its own call answers */
    list: () => ({ queue_running: idsOf([running]), queue_pending: idsOf(queue) }),
    next: () => nextNumber++,
    add,
    others(count: number, takesMs: number): void {
      for (let i = 0; i < count; i++) add({ number: nextNumber++, takesMs });
    },
    remove(ids: readonly string[]): void {
      for (const id of ids) {
        const at = queue.findIndex((one) => 'promptId' in one && one.promptId === id);
        if (at >= 0) queue.splice(at, 1);
      }
      say();
    },
  };
}
