import type { Storage } from './storage.ts';

/**
 * Two storages as one, while files move from one to the other: new ones go into `home`; what is not there yet is read
 * from `elsewhere`, and once more from home, since it may have been moved in between. What is deleted goes from both.
 */
export function joinStorages(home: Storage, elsewhere: Storage): Storage {
  async function findIn<T>(look: (storage: Storage) => Promise<T | null>): Promise<T | null> {
    return (await look(home)) ?? (await look(elsewhere)) ?? (await look(home));
  }

  return {
    place: home.place,
    put: home.put,
    open: (key, range) => findIn((storage) => storage.open(key, range)),
    stat: (key) => findIn((storage) => storage.stat(key)),

    async delete(key) {
      // Whoever moves it looks at the source again after copying, so one of us deletes the copy whichever way it goes.
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
