import { ownPath } from '../../modules/auth/contract/own-path.ts';
import type { SessionAnswer } from '../../modules/auth/contract/schemas.ts';
import { api } from '../../modules/kit/browser/api.ts';

const POST_LOGIN = 'postLoginRedirect';
const GOOGLE_SCRIPT = 'https://accounts.google.com/gsi/client';

/** The parts of Google's script that are used. */
interface GoogleScript {
  accounts: {
    oauth2: {
      initTokenClient(options: {
        client_id: string;
        scope: string;
        callback(answer: { access_token?: string; error?: string }): void;
        error_callback(error: unknown): void;
      }): { requestAccessToken(): void };
    };
  };
}
declare global {
  interface Window {
    google?: GoogleScript;
  }
}

/** Handles a click on a sign-in link; ignored while a sign-in is in progress. */
export function startSignIn(event: Event, link: HTMLAnchorElement) {
  if (document.querySelector('[data-sign-in][aria-disabled]')) return event.preventDefault();
  const next = new URL(link.href).searchParams.get('next') ?? '/dreamboard';
  remember(next);
  showBusy(link);
  const clientId = document.querySelector<HTMLMetaElement>('meta[name="sign-in-popup"]')?.content;
  if (!clientId) return;
  event.preventDefault();
  void signInByPopup(clientId, link);
}

/** After a sign-in that returned to the start page, continues to the page that was requested. */
export function followPostLoginRedirect() {
  const target = takeRemembered();
  if (target && location.pathname === '/') location.replace(target);
}

async function signInByPopup(clientId: string, link: HTMLAnchorElement) {
  try {
    const { accounts } = await loadGoogle();
    const token = await new Promise<string>((resolve, reject) => {
      const client = accounts.oauth2.initTokenClient({
        client_id: clientId,
        scope: 'openid email profile',
        callback: ({ access_token, error }) =>
          access_token ? resolve(access_token) : reject(new Error(error ?? 'no token')),
        error_callback: reject,
      });
      client.requestAccessToken();
    });
    await exchange(token);
    location.assign(takeRemembered() ?? '/dreamboard');
  } catch (error) {
    console.warn('The sign-in did not work.', error);
    showIdle(link);
  }
}

function loadGoogle(): Promise<GoogleScript> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('no script'));
    const settle = () => (window.google ? resolve(window.google) : fail());
    if (window.google) return settle();
    const script = document.createElement('script');
    document.head.append(Object.assign(script, { src: GOOGLE_SCRIPT, onload: settle, onerror: fail }));
  });
}

/** @throws if the server rejects the token or returns no user */
async function exchange(token: string): Promise<void> {
  const answer = await api<Partial<SessionAnswer> | null>('POST', '/api/auth/google', { token });
  if (!answer?.user) throw new Error('no user');
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
    // Storage is disabled; the URL carries the same target.
  }
}

/** Only returns local paths, so a manipulated storage can't redirect to another site. */
function takeRemembered(): string | null {
  try {
    const target = sessionStorage.getItem(POST_LOGIN);
    sessionStorage.removeItem(POST_LOGIN);
    return ownPath(target);
  } catch {
    return null;
  }
}
