import { z } from 'zod';
import { emailAddress } from '../../kit/email-address.ts';
import type { Finding } from '../../kit/settings/finding.ts';
import { CLASSIFIED_MAX, SETUP_PARTS } from './limits.ts';

const MAX_TEXT = 4000;

const part = z.enum(SETUP_PARTS);
/** Settings by name; null for the default again. */
const changes = z.record(z.string().regex(/^[A-Z][A-Z0-9_]{1,60}$/), z.string().max(MAX_TEXT).nullable());
export type SettingChanges = z.infer<typeof changes>;

const price = z.string().max(12);
/** Monthly prices as they are typed in. */
const prices = z.strictObject({ currency: z.string().regex(/^[a-z]{3}$/i), basic: price, premium: price });

/** POST /api/admin/setup-data: the setup of the place, looks at its parts, changes, and a restart that takes them up */
export const setupDataRequest = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('getParts') }),
  z.strictObject({ action: z.literal('test'), part, changes: changes.optional() }),
  z.strictObject({
    action: z.literal('sendTestMail'),
    changes: changes.optional(),
    to: emailAddress().optional(),
  }),
  z.strictObject({
    action: z.literal('classify'),
    text: z.string().trim().min(1, 'Write what is to be classified.').max(CLASSIFIED_MAX),
    changes: changes.optional(),
  }),
  z.strictObject({ action: z.literal('save'), part, changes, basis: z.string().max(64) }),
  z.strictObject({ action: z.literal('restart'), waits: z.boolean() }),
  z.strictObject({ action: z.literal('seeStripe'), changes, prices }),
  z.strictObject({ action: z.literal('makeStripe'), changes, prices, basis: z.string().max(64) }),
]);
export type SetupDataRequest = z.infer<typeof setupDataRequest>;
export type SetupPartId = (typeof SETUP_PARTS)[number];

/** `secret-address`: one with a password or key in it; `consent`: one text that is set, or nothing */
export type FieldKind = 'text' | 'secret' | 'secret-address' | 'choice' | 'consent';

/** One setting as it can be typed in. */
export interface SetupField {
  name: string;
  label: string;
  /** what it means, in words */
  doc: string;
  /** what stands in its place while it is not set */
  shown: string;
  kind: FieldKind;
  choices?: string[];
  /** as it is set; empty where it is not, and of secrets */
  text: string;
  isSet: boolean;
  /** the environment sets it, and wins */
  isLocked: boolean;
  /** saved, and not yet in use */
  isPending: boolean;
  /** few places need it */
  isRare: boolean;
}

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
  fields: SetupField[];
  /** settings that suit this machine, where it can do more */
  proposal?: { text: string; licence: { name: string; url: string }; settings: Record<string, string> };
}

/** The program's restart, which takes saved settings up. */
export interface RestartState {
  /** names one run of the program: another one says that it is back */
  run: string;
  /** names of settings that are saved and not yet in use */
  pending: string[];
  /** false: it has to be done by hand */
  isPossible: boolean;
  liveDreams: number;
  /** it waits for the live dreams to end */
  isWaiting: boolean;
}

export interface VersionAnswer {
  version: string;
  /** new in it, a sentence each */
  news: string[];
  /** newer releases are asked for */
  asks: boolean;
  newer: { version: string; url: string } | null;
}

export interface SetupAnswer {
  version: VersionAnswer;
  parts: SetupPart[];
  /** what a change is based on */
  basis: string;
  /** why nothing can be changed here; null where it can */
  locked: string | null;
  /** settings that kept the program from starting, which went back to those before */
  refused: { at: string; why: string; names: string[] } | null;
  restart: RestartState;
}
export interface SetupTestAnswer {
  findings: Finding[];
}

/** Everything that selling needs at Stripe. */
export interface StripeAnswer {
  pieces: { text: string; state: 'there' | 'to make' | 'not possible' }[];
}
