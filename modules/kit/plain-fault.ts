import type { z } from 'zod';
import { formatList } from './texts/formats.ts';
import { m } from './texts/m.ts';

type Fault = Parameters<z.core.$ZodErrorMap>[0];

const WRONG_TYPES: Partial<Record<string, () => string>> = {
  string: m.kit_fault_text,
  number: m.kit_fault_number,
  int: m.kit_fault_int,
  boolean: m.kit_fault_boolean,
  array: m.kit_fault_list,
  object: m.kit_fault_object,
};
const TOO_SMALL: Partial<Record<string, (slots: { limit: number }) => string>> = {
  string: m.kit_fault_min_characters,
  array: m.kit_fault_min_entries,
};
const TOO_BIG: Partial<Record<string, (slots: { limit: number }) => string>> = {
  string: m.kit_fault_max_characters,
  array: m.kit_fault_max_entries,
};

/**
 * Describes a field's fault, to follow its name: “must be a number”. Pass it to `safeParse` to replace the validator's
 * own messages, which are for programmers; messages set in the schema take precedence.
 */
export function plainFault(fault: Fault): string {
  switch (fault.code) {
    case 'invalid_type':
      if (fault.input === undefined) return m.kit_fault_missing();
      return (WRONG_TYPES[fault.expected] ?? m.kit_fault_type)();
    case 'too_small':
      if (fault.input === '') return m.kit_fault_empty();
      return (TOO_SMALL[fault.origin] ?? m.kit_fault_min)({ limit: Number(fault.minimum) });
    case 'too_big':
      return (TOO_BIG[fault.origin] ?? m.kit_fault_max)({ limit: Number(fault.maximum) });
    case 'invalid_value':
      return fault.input === undefined
        ? m.kit_fault_missing()
        : m.kit_fault_choice({ choices: formatList(fault.values.map(String), 'disjunction') });
    case 'invalid_format':
      return fault.format === 'email' ? m.kit_fault_email() : m.kit_fault_format();
    case 'unrecognized_keys':
      return m.kit_fault_unknown_key({ key: fault.keys[0]?.slice(0, 40) ?? '' });
    default:
      return m.kit_fault_invalid();
  }
}

/** As above, as a full sentence naming the field. */
export function plainSentence(fault: Fault): string {
  const field = fault.path?.join('.');
  const words = plainFault(fault);
  return field ? m.kit_fault_of_field({ field, fault: words }) : m.kit_fault_of_request({ fault: words });
}
