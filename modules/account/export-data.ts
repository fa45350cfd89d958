import { makeZip } from 'client-zip';
import type { PersonalData } from '../kit/personal-data.ts';
import { inThisLocale } from '../kit/texts/locale.ts';

/** Everything stored about a person, as a ZIP that is generated while it's downloaded. */
export function exportData(parts: readonly PersonalData[], userId: string): ReadableStream<Uint8Array> {
  async function* entries() {
    for (const part of parts) {
      for await (const { name, content, modifiedAt } of part.files(userId)) {
        yield { name, input: content, lastModified: new Date(modifiedAt ?? Date.now()) };
      }
    }
  }
  return makeZip(inThisLocale(entries()));
}
