import type { Context, Hono } from 'hono';
import type { CurrentLogin, SessionUser } from '../../modules/auth/schemas.ts';

import type { AuthConfig } from '../../modules/auth/settings.ts';
import type { BillingConfig } from '../../modules/billing/settings.ts';
import type { EngineSettings } from '../../modules/worker/settings.ts';
import type { StorageConfig } from '../kit/s3/settings.ts';
import type { Assets } from './load-assets.ts';
import type { SiteConfig } from './settings.ts';

/** Settings that pages and their headers need. */
export type WebConfig = SiteConfig &
  AuthConfig &
  Pick<BillingConfig, 'STRIPE_API_BASE'> &
  Pick<StorageConfig, 'linkOrigin'> &
  Pick<EngineSettings, 'MODEL_BASE'>;

/** Values that the middlewares set on every request. */
export interface AppEnv {
  Variables: {
    requestId: string;
    config: WebConfig;
    /** the signed-in person, or null */
    person: SessionUser | null;
    /** the login session that the request came with, or null */
    login: CurrentLogin | null;
    /** nobody is signed in, and the browser had a session that has ended */
    hadSession?: boolean;
    /** an operator whose session waits for its passkey: signed out for everything but presenting it */
    awaiting: { person: SessionUser; login: CurrentLogin } | null;
    /** stable word for why the request was refused, for the security log */
    refusal?: string;
    /** client address for rate limits */
    address: string;
    /** the answer may be embedded by other sites: shared videos and their pictures */
    openToOthers?: true;
    /** the request's address holds a token, which must not travel on as a referrer nor lie in a cache */
    secretInAddress?: true;
    /** built scripts and styles, set by registerAssets */
    assets: Assets;
    /** CSP nonce, set by hono/secure-headers */
    secureHeadersNonce?: string;
  };
}

export type AppContext = Context<AppEnv>;

export type App = Hono<AppEnv>;
