import { z } from 'zod';

/** The part of JSON Schema that zod writes. */
export interface JsonSchema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  default?: unknown;
  [more: string]: unknown;
}

/** For the input of a schema; leaves out whatever JSON Schema can't express, such as checks by code. */
export const JSON_SCHEMA_OPTIONS = { io: 'input', unrepresentable: 'any' } as const;

const known = new WeakMap<z.ZodType, JsonSchema>();

export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const before = known.get(schema);
  if (before) return before;
  const { $schema: _, ...rest } = z.toJSONSchema(schema, JSON_SCHEMA_OPTIONS);
  const made = rest as JsonSchema;
  known.set(schema, made);
  return made;
}

/** A shape for people, as TypeScript writes it. */
export function shapeText(schema: JsonSchema, indent = ''): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map((one) => shapeText(one, indent)))].join(' | ');
  if (schema.type === 'array') return `${inBrackets(shapeText(schema.items ?? {}, indent))}[]`;
  if (schema.type !== 'object') return [schema.type ?? 'unknown'].flat().join(' | ');
  const { properties = {}, required = [], additionalProperties: others } = schema;
  const present = Object.entries(properties).filter(([, one]) => one.not === undefined);
  const fields = present.map(
    ([name, one]) => `${name}${required.includes(name) ? '' : '?'}: ${shapeText(one, `${indent}  `)}`,
  );
  if (fields.length === 0)
    return typeof others === 'object' ? `{ [name]: ${shapeText(others, indent)} }` : '{}';
  const line = `{ ${fields.join(', ')} }`;
  if (line.length + indent.length <= 76 && !line.includes('\n')) return line;
  return `{\n${fields.map((field) => `${indent}  ${field}`).join(',\n')}\n${indent}}`;
}

const inBrackets = (text: string) => (text.includes(' | ') ? `(${text})` : text);
