import { z } from 'zod';
import type { Finding } from '../../../src/kit/settings/finding.ts';
import { SETUP_PARTS } from '../limits.ts';

/** POST /api/admin/setup-data: the setup of the place; a look whether a part works; a mail to the caller */
export const setupDataRequest = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('getParts') }),
  z.strictObject({ action: z.literal('test'), part: z.enum(SETUP_PARTS) }),
  z.strictObject({ action: z.literal('sendTestMail') }),
]);
export type SetupPartId = (typeof SETUP_PARTS)[number];

/** One part of the set-up: how it stands, and what would change that. */
export interface SetupPart {
  id: SetupPartId;
  title: string;
  /** nothing is missing for people from outside to use it */
  isSet: boolean;
  /** how it stands, in sentences without secrets */
  facts: string[];
  /** settings that are not set and that most places want, with what for */
  missing: { name: string; why: string }[];
  /** a command to copy, where one would do */
  command?: string;
}
export interface SetupAnswer {
  parts: SetupPart[];
}
export interface SetupTestAnswer {
  findings: Finding[];
}
