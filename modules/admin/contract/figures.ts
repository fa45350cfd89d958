import { z } from 'zod';
import { STEPS } from './limits.ts';

/** POST /api/admin/figures-data: who came, what was paid and what it cost, by day, week (from Monday) or month, in UTC */
export const figuresDataRequest = z.strictObject({ action: z.literal('getFigures'), step: z.enum(STEPS) });

/** Money of one currency, in words: `$35` */
export type Money = string;

export interface FiguresRow {
  /** first day of the period */
  from: string;
  sign_ups: number;
  /** people who were here */
  active: number;
  /** of them, who had signed up before the period */
  came_back: number;
  /** people whose first payment it was */
  new_payers: number;
  /** dreams that GPU time was spent on */
  dreams: number;
  gpu_hours: number;
  /** dollars; null where nobody has set the price of an hour */
  cost_usd: number | null;
  /** what Stripe took in less what went back, a currency each; null where it did not say */
  paid: Money[] | null;
}

export interface FiguresAnswer {
  /** the newest first; the first one is not over */
  rows: FiguresRow[];
  /** plans are sold here */
  sells: boolean;
  /** more payments than are looked through */
  isCut: boolean;
}
