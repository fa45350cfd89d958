import { readdirSync, readFileSync } from 'node:fs';

export interface Process {
  pid: number;
  command: string;
}

/** True if children can be looked up here. */
export const canListProcesses = process.platform === 'linux';

/** The living children of a process, by Linux. */
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

/** False once it is gone; a zombie, whose end nobody has taken note of yet, is gone too. */
export function isAlive(pid: number): boolean {
  const stat = readStat(pid);
  return stat !== null && stat.state !== 'Z';
}

function readStat(pid: number): { state: string; parent: number } | null {
  try {
    // The name in brackets may hold anything, blanks and brackets included.
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
