import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

const load = () => import('./session-store.ts');

test('reading it where no page started it throws', async () => {
  const { sessionStore } = await load();
  expect(() => sessionStore.get()).toThrow('startSessionStore()');
});

test('once started it gives the person, tells who listens, and forgets', async () => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  const { sessionStore, startSessionStore } = await load();
  const ada = { id: 'p', name: 'Ada', email: 'a@example.com', picture: null, role: 'user' } as const;
  startSessionStore(ada);
  expect(sessionStore.get()).toEqual(ada);
  const heard = vi.fn();
  const stop = sessionStore.subscribe(heard);
  sessionStore.set({ ...ada });
  expect(heard).not.toHaveBeenCalled();
  sessionStore.set({ ...ada, role: 'subscribed' });
  sessionStore.clear();
  expect(heard).toHaveBeenCalledTimes(2);
  expect(sessionStore.get()).toBeNull();
  stop();
});
