import { z } from 'zod';

/** A number as servers write it, possibly as text. */
export const numeral = z
  .union([z.number(), z.string().trim().min(1).transform(Number)])
  .pipe(z.number().min(0));

const percent = z
  .string()
  .regex(/^\s*\d{1,3}(?:[.,]\d{1,9})?\s*%\s*$/)
  .transform((text) => Number(text.replace(',', '.').replace('%', '')) / 100);

/** A score between 0 and 1. Language models also answer out of ten, in percent, or with yes. */
export const score = z.union([z.boolean().transform(Number), percent, numeral.transform(toShare)]);

function toShare(number: number): number {
  if (number < 2) return Math.min(1, number);
  return Math.min(1, number / (number <= 10 ? 10 : 100));
}

/** A boolean as servers write it. */
export const flag = z.union([
  z.boolean(),
  z.number().transform((number) => number > 0),
  z.string().transform((text) => /^\s*(?:true|yes|1)\s*$/i.test(text)),
]);
