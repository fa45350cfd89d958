import { readdirSync, readFileSync } from 'node:fs';

export interface Process {
  pid: number;
  command: string;
}

export const canListProcesses = process.platform === 'linux';

/** Living child processes (Linux). */
export function childrenOf(parent: number): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = readStat(Number(name));
      return stat?.parent === parent && stat.state !== 'Z'
        ? [{ pid: Number(name), command: readCommand(Number(name)) }]
        : [];
    });
}

/** False once it's gone, or a zombie. */
export function isAlive(pid: number): boolean {
  const stat = readStat(pid);
  return stat !== null && stat.state !== 'Z';
}

function readStat(pid: number): { state: string; parent: number } | null {
  try {
    // The name in parentheses may contain anything, even spaces and parentheses.
    const [state = '', parent = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return null;
  }
}

function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
