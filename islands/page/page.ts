import { formatDateTime } from '../../modules/kit/shared/dates.ts';
import type { SessionUser } from '../../modules/web/contract/person.ts';
import { watchSignOut } from '../browser/person-data.ts';
import { sessionStore, startSessionStore } from '../browser/session-store.ts';
import { watchImages } from './broken-images.ts';
import { bringFonts } from './fonts.ts';
import { leaveKeysToInputMethods } from './input-methods.ts';
import { followPostLoginRedirect, startSignIn } from './sign-in.ts';
import { dropSignOut, finishSignOut, isSigningOut, signOut } from './sign-out.ts';
import { ignoreStrayDrops } from './stray-drops.ts';
import { startSubscriptionChecks } from './subscription-checks.ts';
import { startTheme, switchTheme } from './theme.ts';

/** Behaviour of every page. Menus and the sidebar are popovers and need no script. */
const initialUser = JSON.parse(document.getElementById('user')?.textContent ?? 'null') as SessionUser | null;

startTheme();
void bringFonts();
leaveKeysToInputMethods();
ignoreStrayDrops();
startSessionStore(initialUser);
watchSignOut(sessionStore.clear);
const afterSignIn = takeFreshness();
if (afterSignIn) dropSignOut();
startSubscriptionChecks({ afterSignIn });
if (initialUser && !finishSignOut()) followPostLoginRedirect();
localizeTimes();
sessionStore.subscribe(() => {
  const person = sessionStore.get();
  if (isSigningOut()) return;
  // Reloading lets the server's guards decide what to show after a sign-out, or after a role change on a page without
  // islands. Pages with islands aren't reloaded, above all not a live dream.
  if (!person || !document.querySelector('[data-island]')) location.reload();
  else showRole(person);
});

watchImages();

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('[data-theme-switch]')) switchTheme();
  if (target?.closest('[data-sign-out]')) void signOut();
  if (target?.closest('[data-print]')) print();
  const signIn = target?.closest<HTMLAnchorElement>('a[data-sign-in]');
  if (signIn) startSignIn(event, signIn);
});
window.addEventListener('pageshow', (event) => {
  // A page from the back-forward cache shows its state from when it was left.
  if (!event.persisted) return;
  if (document.querySelector('[data-sign-in][aria-disabled]')) location.reload();
  void sessionStore.refresh();
});

/** True on the first page after a sign-in, which the server marks with a short-lived cookie. */
function takeFreshness(): boolean {
  const fresh = /(?:^|; )signed-in=1/.test(document.cookie);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  if (fresh) document.cookie = 'signed-in=; Path=/; Max-Age=0; SameSite=Lax';
  return fresh;
}

function showRole({ role }: SessionUser) {
  const label = document.querySelector<HTMLElement>('[data-role]');
  if (label) label.textContent = label.dataset[role] ?? '';
  if (role !== 'admin') document.querySelector('[data-admin-link]')?.remove();
}

function localizeTimes() {
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-local][datetime]')) {
    // Islands do this themselves: their HTML must match what was rendered until they hydrate.
    if (!time.closest('[data-island]')) time.textContent = formatDateTime(time.dateTime);
  }
}
