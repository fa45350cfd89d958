import { isKey } from '../storage/storage-key.ts';
import { objectName } from './address.ts';
import type { S3Client } from './client.ts';
import { elements, textOf } from './xml.ts';

/** Keys below our prefix that start with this, in order. */
export async function listKeys({ call, address }: S3Client, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  const cut = objectName(address, '').length;
  for (let token: string | null = ''; token !== null; ) {
    const answer = await call({
      method: 'GET',
      query: {
        'list-type': '2',
        prefix: objectName(address, prefix),
        ...(token !== '' && { 'continuation-token': token }),
      },
    });
    const xml = new TextDecoder().decode(answer.body);
    for (const entry of elements(xml, 'Contents')) keys.push((textOf(entry, 'Key') ?? '').slice(cut));
    token = textOf(xml, 'IsTruncated') === 'true' ? textOf(xml, 'NextContinuationToken') : null;
  }
  return keys.filter(isKey).sort();
}

export interface UnfinishedUpload {
  key: string;
  uploadId: string;
  /** ms since the epoch */
  startedAt: number;
}

/** Uploads below our prefix that were neither completed nor aborted. */
export async function listUploads({ call, address }: S3Client): Promise<UnfinishedUpload[]> {
  const uploads: UnfinishedUpload[] = [];
  const prefix = objectName(address, '');
  for (let marker: Record<string, string> | null = {}; marker !== null; ) {
    const answer = await call({ method: 'GET', query: { uploads: '', prefix, ...marker } });
    const xml = new TextDecoder().decode(answer.body);
    for (const entry of elements(xml, 'Upload')) {
      const key = (textOf(entry, 'Key') ?? '').slice(prefix.length);
      const uploadId = textOf(entry, 'UploadId') ?? '';
      const startedAt = Date.parse(textOf(entry, 'Initiated') ?? '');
      if (isKey(key) && uploadId !== '') uploads.push({ key, uploadId, startedAt });
    }
    const next: [string | null, string | null] = [
      textOf(xml, 'NextKeyMarker'),
      textOf(xml, 'NextUploadIdMarker'),
    ];
    marker =
      textOf(xml, 'IsTruncated') === 'true' && next[0]
        ? { 'key-marker': next[0], 'upload-id-marker': next[1] ?? '' }
        : null;
  }
  return uploads;
}
