import * as sqlite from 'drizzle-orm/sqlite-core';
import { shownText } from '../modules/kit/texts/shown-text.ts';

export const table = sqlite.sqliteTable;
export const text = (name: string) => sqlite.text(name);
export const integer = (name: string) => sqlite.integer(name);
export const real = (name: string) => sqlite.real(name);
export const flag = (name: string) => sqlite.integer(name, { mode: 'boolean' });
export const instant = (name: string) => sqlite.integer(name);
export const big = (name: string) => sqlite.integer(name);
export const json = <T>(name: string) => sqlite.text(name, { mode: 'json' }).$type<T>();
export const moment = sqlite.customType<{ data: Date; driverData: number }>({
  dataType: () => 'integer',
  toDriver: (date) => date.getTime(),
  fromDriver: (ms) => new Date(ms),
});
/** A text for people, written with `inCodes` and read in the current language. */
export const sentence = sqlite.customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  fromDriver: (stored) => shownText(stored),
});
export const index = sqlite.index;
export const uniqueIndex = sqlite.uniqueIndex;
export const primaryKey = sqlite.primaryKey;
