import { ownPath } from '../../modules/auth/shared/own-path.ts';

const POST_LOGIN = 'postLoginRedirect';

/** A click on one of the sign-in links. While one is under way, further ones are ignored. */
export function startSignIn(event: Event, link: HTMLAnchorElement) {
  if (document.querySelector('[data-sign-in][aria-disabled="true"]')) {
    event.preventDefault();
    return;
  }
  const next = new URL(link.href).searchParams.get('next') ?? '/dreamboard';
  remember(next);
  showBusy(link);
  const clientId = document.querySelector<HTMLMetaElement>('meta[name="sign-in-popup"]')?.content;
  if (!clientId) return;
  event.preventDefault();
  void signInByPopup(clientId, link);
}

/** A sign-in that came back to the start page goes on to where it was meant to lead. */
export function followPostLoginRedirect() {
  const target = takeRemembered();
  if (target && location.pathname === '/') location.replace(target);
}

async function signInByPopup(clientId: string, link: HTMLAnchorElement) {
  try {
    // Few places have the popup, and every page has this file.
    const { signInWithGoogle } = await import('./google-popup.ts');
    await signInWithGoogle(clientId);
    location.assign(takeRemembered() ?? '/dreamboard');
  } catch (error) {
    console.warn('The sign-in did not work.', error);
    showIdle(link);
  }
}

function showBusy(link: HTMLElement) {
  link.setAttribute('aria-disabled', 'true');
  link.dataset.label = link.textContent ?? '';
  if (link.dataset.signIn) link.textContent = link.dataset.signIn;
}

function showIdle(link: HTMLElement) {
  link.removeAttribute('aria-disabled');
  if (link.dataset.label) link.textContent = link.dataset.label;
}

function remember(target: string) {
  try {
    sessionStorage.setItem(POST_LOGIN, target);
  } catch {
    // Storage is off: the address carries the same target.
  }
}

/** Own paths only: whatever got into the storage, nobody is led to another site. */
function takeRemembered(): string | null {
  try {
    const target = sessionStorage.getItem(POST_LOGIN);
    sessionStorage.removeItem(POST_LOGIN);
    return ownPath(target);
  } catch {
    return null;
  }
}
