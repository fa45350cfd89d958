import { execFile } from 'node:child_process';
import { basename, delimiter } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MIN_MAJOR = 22;
const TIMEOUT_MS = 90_000;
/** Bun shadows node on the PATH, and npm can't install under that stand-in. */
const PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !basename(folder).startsWith('bun-node'))
  .join(delimiter);

/** Path of a recent enough Node: the installed one, or else the registry's. Otherwise, the reason why there is none. */
export async function findNode(): Promise<{ path: string } | { reason: string }> {
  const reasons: string[] = [];
  for (const [program, ...args] of [['node'], ['npx', '-y', `node@${MIN_MAJOR}`]] as [
    string,
    ...string[],
  ][]) {
    try {
      const reported = await run(
        program,
        [...args, '-p', 'JSON.stringify([process.execPath, process.versions])'],
        {
          timeout: TIMEOUT_MS,
          env: { ...process.env, PATH },
        },
      );
      const [path, versions] = JSON.parse(reported.stdout.trim().split('\n').at(-1) ?? '') as [
        string,
        Record<string, string>,
      ];
      // Bun also responds to the name node where it shadows it.
      if (versions.bun) reasons.push(`${program} is Bun`);
      else if (Number.parseInt(versions.node ?? '', 10) >= MIN_MAJOR) return { path };
      else reasons.push(`${program} is version ${versions.node}`);
    } catch (error) {
      reasons.push(`${program}: ${(error as Error).message.split('\n')[0]}`);
    }
  }
  return { reason: reasons.join('; ') };
}
