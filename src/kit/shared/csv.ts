/** First character of a CSV file: without it Excel reads another encoding than UTF-8, and garbles umlauts. */
export const CSV_START = '\uFEFF';

/** One line of a CSV file (RFC 4180), without its end. A missing value is an empty field. */
export const csvLine = (values: readonly (string | number | boolean | null)[]): string =>
  values.map((value) => cell(value === null ? '' : String(value))).join(',');

/** A field that a spreadsheet would run as a formula gets a quote before it, which shows it as text. */
function cell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) && Number.isNaN(Number(value)) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
