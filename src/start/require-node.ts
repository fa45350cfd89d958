/**
 * Must be imported first: on an older Node, a native database package crashes the process while loading, without an
 * explanation.
 */
const MIN_NODE = 22;

/** Why this runtime can't run the program; null if it can. */
export function runtimeFault({ bun, node }: { bun?: string; node: string }): string | null {
  if (bun !== undefined || Number.parseInt(node, 10) >= MIN_NODE) return null;
  return `Node ${node} is too old. Install Node ${MIN_NODE} or newer, or start with Bun: npx -y bun@1.4.4 run start`;
}

const fault = runtimeFault(process.versions);
if (fault) {
  console.error(fault);
  process.exit(1);
}
