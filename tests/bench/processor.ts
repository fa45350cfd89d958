import { readdirSync, readFileSync } from 'node:fs';

/** CPU time of a process and its children so far, including exited ones; Linux counts hundredths of a second. */
export function processorMs(pid: number): number {
  try {
    const stats = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        try {
          const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
          return [{ id: Number(name), fields: stat.slice(stat.lastIndexOf(')') + 2).split(' ') }];
        } catch {
          return [];
        }
      });
    return stats
      .filter(({ id, fields }) => id === pid || Number(fields[1]) === pid)
      .flatMap(({ fields }) => fields.slice(11, 15))
      .reduce((sum, ticks) => sum + Number(ticks) * 10, 0);
  } catch {
    return Number.NaN;
  }
}
