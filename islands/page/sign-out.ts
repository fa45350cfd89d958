import { api, request } from '../../modules/kit/browser/api.ts';
import { announceSignOut } from '../browser/person-data.ts';
import { sessionStore } from '../browser/session-store.ts';
import { readStored, writeStored } from '../browser/stored.ts';

/** Set while a sign-out hasn't reached the server. */
const PENDING = 'signOutPending';

let signingOut = false;
export const isSigningOut = (): boolean => signingOut;

/** Signs out locally, whether or not the call succeeds. */
export async function signOut() {
  signingOut = true;
  const reached = await callLogout();
  setPending(!reached);
  sessionStore.clear();
  announceSignOut();
  location.assign('/');
}

/** Cancels a pending sign-out, because the person has signed in again. */
export const dropSignOut = () => setPending(false);

/** Retries a pending sign-out on a page still rendered for the person, and shows it signed out. */
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
