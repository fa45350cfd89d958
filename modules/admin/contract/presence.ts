import { z } from 'zod';
import { words } from './fields.ts';
import { VIEWS, type View } from './limits.ts';

/** POST /api/admin/presence: where the caller is in the dashboard; answered with the others who are there */
export const presenceRequest = z.strictObject({
  view: z.enum(VIEWS),
  /** id of the person, dream or worker that is looked at; empty for none */
  item: words(128),
});

export interface PresenceAnswer {
  others: { name: string; view: View; item: string }[];
}
