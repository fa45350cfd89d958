import { api, request } from '../browser/api.ts';
import { announceSignOut } from '../browser/person-data.ts';
import { sessionStore } from '../browser/session-store.ts';
import { readStored, writeStored } from '../browser/stored.ts';

/** Remembers a sign-out that did not reach the server, until one does. */
const PENDING = 'signOutPending';

let signingOut = false;
export const isSigningOut = (): boolean => signingOut;

/** Whatever the call says, the person is gone from this browser's pages. */
export async function signOut() {
  signingOut = true;
  const reached = await callLogout();
  setPending(!reached);
  sessionStore.clear();
  announceSignOut();
  location.assign('/');
}

/** A person who signed in again meanwhile wants to stay. */
export const dropSignOut = () => setPending(false);

/** On a page that the server still rendered for the person: tries again, and shows it as a stranger sees it. */
export function finishSignOut(): boolean {
  if (!isPending()) return false;
  signingOut = true;
  sessionStore.clear();
  void callLogout().then((reached) => {
    if (!reached) return showSignedOut();
    setPending(false);
    location.reload();
  });
  return true;
}

async function callLogout(): Promise<boolean> {
  try {
    await api('POST', '/api/auth/logout');
    return true;
  } catch (error) {
    console.warn('The sign-out did not reach the server.', error);
    return false;
  }
}

async function showSignedOut() {
  const answer = await request('GET', '/', undefined, { cache: 'default', credentials: 'omit' });
  const other = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const selector of ['.site-header', 'main']) {
    const there = other.querySelector(selector);
    if (there) document.querySelector(selector)?.replaceWith(there);
  }
}

const isPending = () => readStored(PENDING) !== null;
const setPending = (pending: boolean) => writeStored(PENDING, pending ? '1' : null);
