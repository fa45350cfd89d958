import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';

const LOOK_EVERY_MS = 1_000;

/** One caller on this box at a time does it; the others wait. A file whose process is gone holds nobody up. */
export async function withTurn<T>(file: string, body: () => Promise<T>): Promise<T> {
  while (!(await take(file))) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  try {
    return await body();
  } finally {
    await rm(file, { force: true });
  }
}

async function take(file: string): Promise<boolean> {
  const own = `${file}-${randomUUID()}`;
  await writeFile(own, String(process.pid));
  try {
    // atomic, and never seen empty
    await link(own, file);
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    const holder = Number(await readFile(file, 'utf8').catch(() => process.pid));
    if (!isRunning(holder)) await rm(file, { force: true });
    return false;
  } finally {
    await rm(own, { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return pid > 0;
  } catch {
    return false;
  }
}
