import { CSV_START } from '../../modules/kit/shared/csv.ts';

/** Downloads a text as a CSV file. */
export function saveText(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([CSV_START, text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
