import { StorageError } from '../storage/storage-error.ts';
import { isKey } from '../storage/storage-key.ts';
import { objectName } from './address.ts';
import type { S3Client } from './client.ts';
import { elements, textOf } from './xml.ts';

/** Sorted keys that start with `prefix`, below the bucket's own prefix. */
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
  /** In ms since the epoch. */
  startedAt: number;
}

/** Uploads that were neither completed nor aborted. */
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

/**
 * Time since the upload's last part in ms, by the server's clock; an active node sends one every few minutes. Null if
 * the server can't list parts; 0 if the upload is over.
 */
export async function silenceOf({ call }: S3Client, { key, uploadId, startedAt }: UnfinishedUpload) {
  let [last, now] = [startedAt, Date.now()];
  for (let marker: string | null = '0'; marker !== null; ) {
    const query = { uploadId, 'part-number-marker': marker };
    const answer = await call({ method: 'GET', key, query, accept: [404] }).catch((error: unknown) => {
      if (error instanceof StorageError && !error.passing) return null;
      throw error;
    });
    if (answer === null) return null;
    if (answer.status === 404) return 0;
    const xml = new TextDecoder().decode(answer.body);
    const times = elements(xml, 'Part').map((part) => Date.parse(textOf(part, 'LastModified') ?? '') || 0);
    last = Math.max(last, ...times);
    now = Date.parse(answer.headers.get('date') ?? '') || now;
    marker = textOf(xml, 'IsTruncated') === 'true' ? textOf(xml, 'NextPartNumberMarker') : null;
  }
  return Math.max(now - last, 0);
}
