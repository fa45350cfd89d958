import { digestStream } from '../kit/storage/digest-stream.ts';
import type { Storage } from '../kit/storage/storage.ts';

/**
 * Lists a model in a local folder in the hub's format, including digests. Each file is hashed once, and again after it
 * has changed.
 */
export function createVoiceModelList(models: Storage) {
  const digests = new Map<string, Promise<string>>();

  const digest = async (key: string) => digestStream((await models.open(key))?.stream ?? []);

  return async function list(name: string) {
    const keys = await models.list(`${name}/`);
    return Promise.all(
      keys.map(async (key) => {
        const { size = 0, etag = '' } = (await models.stat(key)) ?? {};
        const version = `${key} ${etag}`;
        const known = digests.get(version) ?? digest(key);
        digests.set(version, known);
        const oid = await known.catch((error) => {
          digests.delete(version);
          throw error;
        });
        return { type: 'file' as const, path: key.slice(name.length + 1), size, oid, lfs: { oid, size } };
      }),
    );
  };
}
