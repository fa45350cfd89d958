import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Ledger } from './ledger.ts';

/** An error in Stripe's format. */
export class Fault extends Error {
  readonly status: ContentfulStatusCode;
  readonly body: { error: Record<string, unknown> };
  constructor(status: ContentfulStatusCode, type: string, message: string, more: object = {}) {
    super(message);
    this.status = status;
    this.body = { error: { type, message, ...more } };
  }
}

export const wrong = (message: string, param?: string, code?: string) =>
  new Fault(400, 'invalid_request_error', message, { param, code });

export const missing = (what: string, id: string, param = 'id', status: ContentfulStatusCode = 400) =>
  new Fault(status, 'invalid_request_error', `No such ${what}: '${id}'`, { param, code: 'resource_missing' });

/** `items[0][price]=x` as `{ items: [{ price: 'x' }] }`; lists become objects with numeric keys. */
export type Params = { [name: string]: string | Params };

export function readParams(encoded: URLSearchParams): Params {
  const params: Params = {};
  for (const [name, value] of encoded) {
    const path = name.match(/[^[\]]+/g) ?? [];
    let at = params;
    for (const step of path.slice(0, -1)) {
      const next = at[step];
      at = at[step] = typeof next === 'object' ? next : {};
    }
    at[path.at(-1) ?? name] = value;
  }
  return params;
}

export const text = (value: Params[string] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;
export const object = (value: Params[string] | undefined): Params => (typeof value === 'object' ? value : {});
export const values = (value: Params[string] | undefined): string[] =>
  Object.values(object(value)).filter((one) => typeof one === 'string');
export const texts = (value: Params[string] | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(object(value)).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );

/** Rejects unknown parameters, as Stripe does. @throws Fault */
export function allow(params: Params, names: string[]): void {
  const known = new Set([...names, 'expand', 'limit', 'starting_after']);
  const unknown = Object.keys(params).find((name) => !known.has(name));
  if (unknown) throw wrong(`Received unknown parameter: ${unknown}`, unknown, 'parameter_unknown');
}

/** @throws Fault if the parameter is missing */
export function required(params: Params, name: string): string {
  const value = text(params[name]);
  if (!value) throw wrong(`Missing required param: ${name}.`, name, 'parameter_missing');
  return value;
}

/** Fields that are only included if expanded. */
const INCLUDABLE = ['payments'];

/** Copies an object for an answer and replaces ids along the `expand` paths with their objects. @throws Fault */
export function answerOf(ledger: Ledger, made: object, expand: string[]): unknown {
  const tooDeep = expand.find((path) => path.split('.').length > 4);
  if (tooDeep) throw wrong(`You cannot expand more than 4 levels of a property: ${tooDeep}`, 'expand');
  return copy(
    made,
    expand.map((path) => path.split('.')),
  );

  function copy(value: unknown, paths: string[][]): unknown {
    if (Array.isArray(value)) return value.map((one) => copy(one, paths));
    if (typeof value === 'string' && paths.length > 0) return copy(ledger.any(value) ?? value, below(paths));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !INCLUDABLE.includes(name) || paths.some(([first]) => first === name))
        .map(([name, member]) => {
          const on = paths.filter(([first]) => first === name);
          // Expand an id at the end of its path; lists and objects are only traversed.
          return [name, copy(member, typeof member === 'string' ? on : below(on))];
        }),
    );
  }
}

const below = (paths: string[][]) => paths.map(([, ...rest]) => rest).filter((rest) => rest.length > 0);
