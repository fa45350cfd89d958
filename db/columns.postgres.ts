import * as pg from 'drizzle-orm/pg-core';
import { shownText } from '../modules/kit/texts/shown-text.ts';

export const table = pg.pgTable;
export const text = (name: string) => pg.text(name);
export const integer = (name: string) => pg.integer(name);
export const real = (name: string) => pg.doublePrecision(name);
export const flag = (name: string) => pg.boolean(name);
/** In ms since the epoch. */
export const instant = (name: string) => pg.bigint(name, { mode: 'number' });
/** The same, for libraries that use Dates. */
export const moment = pg.customType<{ data: Date; driverData: number }>({
  dataType: () => 'bigint',
  toDriver: (date) => date.getTime(),
  fromDriver: (ms) => new Date(Number(ms)),
});
/** Integers that may exceed 2³¹: bytes, milliseconds of work. */
export const big = (name: string) => pg.bigint(name, { mode: 'number' });
export const json = <T>(name: string) => pg.jsonb(name).$type<T>();
/** A text for people, written with `inCodes` and read in the current language. */
export const sentence = pg.customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  fromDriver: (stored) => shownText(stored),
});
export const index = pg.index;
export const uniqueIndex = pg.uniqueIndex;
export const primaryKey = pg.primaryKey;
