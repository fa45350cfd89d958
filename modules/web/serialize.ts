/**
 * Serializes an island's props as JSON that is safe inside a script element.
 * @throws Error naming the island and the path of a value that JSON would change
 */
export function serializeProps(island: string, props: unknown): string {
  refuse(island, props, [], new Set());
  return JSON.stringify(props)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
}

/** @param path keys leading to the value; only turned into text on a fault */
function refuse(island: string, value: unknown, path: (string | number)[], above: Set<object>) {
  const fault = (what: string, cure: string) =>
    new Error(`The island "${island}" cannot take ${pathText(path)}: it is ${what}. ${cure}`);
  if (value === null || value === undefined || typeof value === 'string' || typeof value === 'boolean')
    return;
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return;
    throw fault(String(value), 'Send a finite number or null.');
  }
  if (typeof value === 'function') throw fault('a function', 'Define it inside the island.');
  if (typeof value !== 'object') throw fault(`a ${typeof value}`, 'Send it as text.');
  if (above.has(value)) throw fault('part of itself', 'Send a tree without cycles.');
  const prototype: unknown = Object.getPrototypeOf(value);
  if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null) {
    const name = value.constructor?.name ?? 'object';
    throw fault(`a ${name}`, 'Send plain objects, arrays, text, numbers and booleans.');
  }
  above.add(value);
  const members = value as Record<string | number, unknown>;
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    path.push(key);
    refuse(island, members[key], path, above);
    path.pop();
  }
  above.delete(value);
}

const pathText = (path: readonly (string | number)[]) =>
  `props${path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('')}`;
