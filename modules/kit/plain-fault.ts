import type { z } from 'zod';
import { formatList } from './texts/formats.ts';
import { m } from './texts/m.ts';

type Fault = Parameters<z.core.$ZodErrorMap>[0];

/** A clause that follows a name and a colon, or a sentence with the field's name. */
interface Wording {
  form: 'clause' | 'other';
  field: string;
}
type Text = (slots: Wording) => string;
type LimitText = (slots: Wording & { limit: number }) => string;

const WRONG_TYPES: Partial<Record<string, Text>> = {
  string: m.kit_fault_text,
  number: m.kit_fault_number,
  int: m.kit_fault_int,
  boolean: m.kit_fault_boolean,
  array: m.kit_fault_list,
  object: m.kit_fault_object,
};
const TOO_SMALL: Partial<Record<string, LimitText>> = {
  string: m.kit_fault_min_characters,
  array: m.kit_fault_min_entries,
};
const TOO_BIG: Partial<Record<string, LimitText>> = {
  string: m.kit_fault_max_characters,
  array: m.kit_fault_max_entries,
};

/**
 * Describes a setting's fault, to follow its name and a colon: “must be a number”. Pass it to `safeParse` to replace
 * the validator's own messages, which are for programmers; messages set in the schema take precedence.
 */
export const plainFault = (fault: Fault): string => worded(fault, { form: 'clause', field: '' });

/** As above, as a full sentence naming the field. */
export function plainSentence(fault: Fault): string {
  const field = fault.path?.join('.');
  if (field) return worded(fault, { form: 'other', field });
  if (fault.code === 'unrecognized_keys') return m.kit_error_unknown_key({ key: keyOf(fault.keys) });
  return fault.code === 'invalid_type' && fault.expected === 'object'
    ? m.kit_error_object()
    : m.kit_error_invalid();
}

function worded(fault: Fault, wording: Wording): string {
  switch (fault.code) {
    case 'invalid_type':
      if (fault.input === undefined) return m.kit_fault_missing(wording);
      return (WRONG_TYPES[fault.expected] ?? m.kit_fault_type)(wording);
    case 'too_small':
      if (fault.input === '') return m.kit_fault_empty(wording);
      return (TOO_SMALL[fault.origin] ?? m.kit_fault_min)({ ...wording, limit: Number(fault.minimum) });
    case 'too_big':
      return (TOO_BIG[fault.origin] ?? m.kit_fault_max)({ ...wording, limit: Number(fault.maximum) });
    case 'invalid_value':
      return fault.input === undefined
        ? m.kit_fault_missing(wording)
        : m.kit_fault_choice({ ...wording, choices: formatList(fault.values.map(String), 'disjunction') });
    case 'invalid_format':
      return fault.format === 'email' ? m.kit_fault_email(wording) : m.kit_fault_format(wording);
    case 'unrecognized_keys':
      return m.kit_fault_unknown_key({ ...wording, key: keyOf(fault.keys) });
    default:
      return m.kit_fault_invalid(wording);
  }
}

const keyOf = (keys: readonly string[]) => keys[0]?.slice(0, 40) ?? '';
