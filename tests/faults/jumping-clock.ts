/**
 * Preloaded into the server with `--preload`: shifts the process's wall clock by the number of ms in the file
 * CLOCK_FILE. Monotonic time is unaffected.
 */
import { readFileSync } from 'node:fs';

const LOOKS_INTERVAL_MS = 20;
const RealDate = Date;
const realNow = Date.now;
const file = process.env.CLOCK_FILE;
let ahead = 0;

globalThis.Date = class extends RealDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(realNow() + ahead);
    else super(...(given as [number]));
  }
  static override now(): number {
    return realNow() + ahead;
  }
} as DateConstructor;

if (file) {
  setInterval(() => {
    ahead = Number(readFileSync(file, 'utf8')) || 0;
  }, LOOKS_INTERVAL_MS).unref();
}
