import { Hono } from 'hono';
import { type DescribeRouteOptions, describeRoute, generateSpecs, resolver } from 'hono-openapi';
import { z } from 'zod';
import type { Call, Calls } from './call.ts';
import { GROUPS } from './calls/calls.ts';
import { JSON_SCHEMA_OPTIONS, type JsonSchema, jsonSchemaOf } from './json-schema.ts';

interface About {
  title: string;
  version: string;
}

const errorAnswer = z.object({
  /** in words for people */
  error: z.string(),
  /** stable, for programs */
  code: z.string(),
  /** the invalid field, if one is to blame */
  field: z.string().optional(),
});

const schemaOf = (schema: z.ZodType) => ({ schema: resolver(schema, JSON_SCHEMA_OPTIONS) });

/** All calls as OpenAPI 3.1. The calls themselves stay as they are: their descriptions are registered at an empty app. */
export function openApi({ title, version }: About) {
  const described = new Hono();
  for (const [group, calls] of Object.entries<Calls>(GROUPS)) {
    for (const [route, call] of Object.entries(calls)) {
      const [method = '', path = ''] = route.split(' ');
      described.on(method, path, describeRoute(descriptionOf(group, call)));
    }
  }
  return generateSpecs(described, {
    // Paths with a dot are calls here, too.
    excludeStaticFile: false,
    documentation: {
      openapi: '3.1.0',
      info: { title: `${title} API`, version, description: 'Times are UTC without a zone suffix.' },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', description: 'An API token from Settings: rvt_…' },
          login: { type: 'apiKey', in: 'cookie', name: 'reverie-sid' },
        },
      },
    },
  });
}

function descriptionOf(group: string, { summary, scope, query, status = 200, ...call }: Call) {
  const login = { login: [] };
  const security = scope === 'public' ? [] : scope === null ? [login] : [{ token: [scope] }, login];
  return {
    tags: [group],
    summary,
    security,
    ...(scope === null || scope === 'public' ? {} : { 'x-scope': scope }),
    ...(query && { parameters: parametersOf(query) }),
    ...bodyOf(call),
    responses: {
      [status]: { description: 'Success', ...answerOf(call) },
      default: { description: 'Error', content: { 'application/json': schemaOf(errorAnswer) } },
    },
  } as DescribeRouteOptions;
}

function answerOf({ answer }: Pick<Call, 'answer'>) {
  if (answer === undefined) return {};
  if (typeof answer !== 'string') return { content: { 'application/json': schemaOf(answer) } };
  return { content: { [answer]: answer.endsWith('json') ? { schema: {} } : {} } };
}

function bodyOf({ body, form, reads }: Pick<Call, 'body' | 'form' | 'reads'>) {
  if (form) {
    const properties = Object.fromEntries(
      Object.entries(form).map(([name, kind]) => [
        name,
        { type: 'string', ...(kind === 'file' && { format: 'binary' }) },
      ]),
    );
    return {
      requestBody: { content: { 'multipart/form-data': { schema: { type: 'object', properties } } } },
    };
  }
  if (!body) return {};
  const note = reads && { description: `Actions for API tokens: ${reads.join(', ')}.` };
  return { requestBody: { ...note, content: { 'application/json': schemaOf(body) } } };
}

/** A union's members are alternatives, so none of their fields is required. */
function parametersOf(query: z.ZodType) {
  const schema = jsonSchemaOf(query);
  const alternatives: JsonSchema[] = schema.anyOf ?? [schema];
  return alternatives.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).map(([name, one]) => ({
      name,
      in: 'query',
      required: alternatives.length === 1 && required.includes(name),
      schema: one,
    })),
  );
}
