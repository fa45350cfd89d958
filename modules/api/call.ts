import type { z } from 'zod';
import type { Scope } from '../web/contract/person.ts';

/** Description of a call. Shapes are the zod schemas by which the call itself reads and answers. */
export interface Call {
  /** One sentence, in English like everything that the API itself says. */
  summary: string;
  /** Scope that an API token needs; `public`: none, like everyone; null: no token can make the call. */
  scope: Scope | 'public' | null;
  /** for `admin:read`: the values of the body's `action` that only read */
  reads?: readonly string[];
  query?: z.ZodType;
  body?: z.ZodType;
  /** fields of a multipart form, with `file` for a file */
  form?: Readonly<Record<string, 'text' | 'file'>>;
  /** JSON of a successful answer; a media type for files; absent if only the dashboard reads it */
  answer?: z.ZodType | `${string}/${string}`;
  /** status of a successful answer; default: 200 */
  status?: 200 | 201 | 202;
}

/** By method and path as registered: `GET /api/sessions/:id` */
export type Calls = Readonly<Record<string, Call>>;
