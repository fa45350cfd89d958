/** Byte order mark at the start of a CSV file; without it Excel doesn't read UTF-8. */
export const CSV_START = '\uFEFF';

/** A line of a CSV file (RFC 4180), without the line break. Null becomes an empty field. */
export const csvLine = (values: readonly (string | number | boolean | null)[]): string =>
  values.map((value) => cell(value === null ? '' : String(value))).join(',');

/** Prefixes a quote to values that a spreadsheet would run as a formula. */
function cell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) && Number.isNaN(Number(value)) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
