import { afterEach, expect, test, vi } from 'vitest';
import { sessionStore, startSessionStore } from './session-store.ts';

afterEach(() => vi.unstubAllGlobals());

// Must run before the test below: a page only starts its store once.
test('throws when read before a page has started it', () => {
  expect(() => sessionStore.get()).toThrow('startSessionStore()');
});

test('returns the person, notifies listeners and can be cleared', () => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
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
