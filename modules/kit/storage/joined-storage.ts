import { newerBy, type OpenFile, type Storage } from './storage.ts';

/**
 * Presents two storages as one while files move between them. New files go to `home`. Reads try `home`, then
 * `elsewhere`, then `home` again in case the file moved meanwhile, even mid-read. Deletes apply to both.
 */
export function joinStorages(home: Storage, elsewhere: Storage): Storage {
  async function findIn<T>(look: (storage: Storage) => Promise<T | null>): Promise<T | null> {
    return (await look(home)) ?? (await look(elsewhere)) ?? (await look(home));
  }

  return {
    place: home.place,
    put: home.put,

    open: (key, range) =>
      findIn(async (storage) => {
        const file = await storage.open(key, range);
        if (file === null || storage === home) return file;
        const { start = 0, end = file.size - 1 } = range ?? {};
        return {
          ...file,
          stream: readOn(file, start, (position) => home.open(key, { start: position, end })),
        };
      }),

    stat: (key) => findIn((storage) => storage.stat(key)),

    async delete(key) {
      // Deletes from the source twice: the mover checks the source after copying, so whatever the order, one of us
      // deletes the copy.
      await elsewhere.delete(key);
      await home.delete(key);
      await elsewhere.delete(key);
    },

    async list(prefix) {
      const [here, there] = await Promise.all([home.list(prefix), elsewhere.list(prefix)]);
      return [...new Set([...here, ...there])].sort();
    },

    link: (key, headers) => findIn((storage) => storage.link(key, headers)),

    async sweep(untouchedSince) {
      await home.sweep(untouchedSince);
      await elsewhere.sweep(untouchedSince);
    },

    async check() {
      await home.check();
      await elsewhere.check();
    },
  };
}

/** Reads from `start`; if the file is moved away before its end, continues from the copy. */
function readOn(
  file: OpenFile,
  start: number,
  openCopy: (position: number) => Promise<OpenFile | null>,
): OpenFile['stream'] {
  let reader = file.stream.getReader();
  let position = start;
  let isMoved = false;

  async function readCopy(fault: unknown) {
    const copy = isMoved ? null : await openCopy(position);
    if (copy === null) throw fault;
    isMoved = true;
    reader = copy.stream.getReader();
    if (copy.size === file.size && newerBy(copy, file) === 0) return await reader.read();
    await reader.cancel();
    throw fault;
  }

  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await reader.read().catch(readCopy);
        if (done) return controller.close();
        position += value.length;
        controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
