import { openC2pa } from '../modules/recordings/marks/credentials/open-c2pa.ts';

/** Content credentials that a reader finds in a file. */
export async function readCredentials(format: 'image/jpeg' | 'video/mp4', bytes: Uint8Array) {
  const { WasmReader } = await openC2pa();
  const reader = await WasmReader.fromBytes(format, bytes);
  const found = JSON.parse(reader.json());
  const { assertions } = found.manifests[found.active_manifest];
  return {
    state: found.validation_state as string,
    /** data of the first assertion with this label */
    data: (label: string) => assertions.find((one: { label: string }) => one.label === label)?.data,
  };
}
