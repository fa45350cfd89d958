import { findNode } from './find-node.ts';

interface Commands {
  /** starts the server */
  start: string[];
  /** runs one TypeScript file, whose name follows */
  run: string[];
}

/** Each runtime with its commands, or the reason why it isn't available here. */
export const RUNTIMES: [string, () => Promise<Commands | { reason: string }>][] = [
  // First, since it builds the browser assets if they don't exist yet.
  ['Bun', async () => ({ start: [process.execPath, 'src/start.ts'], run: [process.execPath] })],
  [
    'Node',
    async () => {
      const node = await findNode();
      if (!('path' in node)) return node;
      const run = [node.path, '--import', 'tsx/esm'];
      return { start: [...run, 'src/server.ts'], run };
    },
  ],
];
