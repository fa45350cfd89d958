import type { Context, Hono } from 'hono';
import type { StorageConfig } from '../kit/s3/settings.ts';
import type { Locale } from '../kit/texts/locale.ts';
import type { CurrentLogin, Guest, Login, Scope, SessionUser } from './contract/person.ts';
import type { SiteConfig } from './contract/settings.ts';
import type { Assets } from './load-assets.ts';

/** Settings that pages and their headers need. */
export type WebConfig = SiteConfig &
  Pick<StorageConfig, 'linkOrigin'> & {
    /** Stripe's origin, if it isn't the usual one. */
    STRIPE_API_BASE?: string | undefined;
    /** Google's sign-in window is offered, for the OpenID client. */
    GOOGLE_POPUP: boolean;
    oidc: { clientId: string } | null;
    /** Origin of the models that a browser loads. */
    MODEL_BASE: string;
  };

/** Values that middleware sets on every request. */
export interface AppEnv {
  Variables: {
    requestId: string;
    config: WebConfig;
    /** The signed-in person, or null. */
    person: SessionUser | null;
    /** The login session of the request, or null. */
    login: CurrentLogin | null;
    /** The API token of the request, which stands in for a login; null otherwise. */
    token: TokenCaller | null;
    /** A guest; signed out for everything that doesn't ask for guests. */
    guest: { guest: Guest; login: Login } | null;
    /** Signed out, but the browser had a session that has ended. */
    hadSession?: boolean;
    /** An operator whose session still requires a passkey; signed out for everything else. */
    awaiting: { person: SessionUser; login: CurrentLogin } | null;
    /** Stable code for why the request was rejected, for the security log. */
    refusal?: string;
    /** Client address for rate limits. */
    address: string;
    /** Other sites may embed the response: shared videos and their images. */
    openToOthers?: true;
    /** The URL contains a token, so it must not be sent as a referrer or be cached. */
    secretInAddress?: true;
    /** Built scripts and styles, set by registerAssets. */
    assets: Assets;
    /** Best offered language of this browser, by its choice or its preferences; null if it prefers other languages. */
    language?: Locale | null;
    languageOfAddress?: Locale | null;
    /** The language that the signed-in person has chosen. */
    ownLanguage?: Locale | null;
    /** CSP nonce, set by hono/secure-headers. */
    secureHeadersNonce?: string;
  };
}

/** The owner of an API token, and its rights. `person` and `login` are set only once a call is within its scopes. */
export interface TokenCaller {
  person: SessionUser;
  login: CurrentLogin;
  scopes: readonly Scope[];
}

export type AppContext = Context<AppEnv>;

export type App = Hono<AppEnv>;
