import type { z } from 'zod';

type Fault = Parameters<z.core.$ZodErrorMap>[0];

const KINDS: Partial<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};
const UNITS: Partial<Record<string, string>> = { string: ' characters', array: ' entries' };

/**
 * Describes a field's fault, to follow its name: “must be a number”. Pass it to `safeParse` to replace the validator's
 * own messages, which are for programmers; messages set in the schema take precedence.
 */
export function plainFault(fault: Fault): string {
  switch (fault.code) {
    case 'invalid_type':
      if (fault.input === undefined) return 'is missing';
      return `must be ${KINDS[fault.expected] ?? 'of another kind'}`;
    case 'too_small':
      if (fault.input === '') return 'is empty';
      return `must ${bound(fault.origin, 'at least', fault.minimum)}`;
    case 'too_big':
      return `must ${bound(fault.origin, 'at most', fault.maximum)}`;
    case 'invalid_value':
      return fault.input === undefined ? 'is missing' : `must be ${fault.values.map(String).join(' or ')}`;
    case 'invalid_format':
      return fault.format === 'email' ? 'must be an e-mail address' : 'is not written as it should be';
    case 'unrecognized_keys':
      return `must not hold “${fault.keys[0]?.slice(0, 40)}”`;
    default:
      return 'is not valid';
  }
}

/** As above, as a full sentence naming the field. */
export function plainSentence(fault: Fault): string {
  const field = fault.path?.join('.');
  return `${field ? `“${field}”` : 'The request'} ${plainFault(fault)}.`;
}

function bound(origin: string, side: string, limit: number | bigint): string {
  const unit = UNITS[origin];
  return unit ? `have ${side} ${limit}${unit}` : `be ${side} ${limit}`;
}
