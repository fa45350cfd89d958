import type { SessionAnswer } from '../../modules/auth/schemas.ts';
import { api } from '../browser/api.ts';

const GOOGLE_SCRIPT = 'https://accounts.google.com/gsi/client';

/** Members of the provider's script that are used. */
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

/** Signs in by the provider's popup and its access token. @throws where the person, the provider or the server says no */
export async function signInWithGoogle(clientId: string): Promise<void> {
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
}

function loadGoogle(): Promise<GoogleScript> {
  return new Promise((resolve, reject) => {
    const settle = () => (window.google ? resolve(window.google) : reject(new Error('the script is empty')));
    if (window.google) return settle();
    const script = document.createElement('script');
    script.src = GOOGLE_SCRIPT;
    script.onload = settle;
    script.onerror = () => reject(new Error('the sign-in script could not be loaded'));
    document.head.append(script);
  });
}

/** @throws when the server does not take the token, or answers without a user */
async function exchange(token: string): Promise<void> {
  const answer = await api<Partial<SessionAnswer> | null>('POST', '/api/auth/google', { token });
  if (!answer?.user) throw new Error('the answer has no user');
}
