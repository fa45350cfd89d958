import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { AppError } from '../../kit/errors.ts';
import { m } from '../../kit/texts/m.ts';
import type { CurrentLogin, SessionUser } from '../../web/contract/person.ts';
import type { Passkey } from '../queries/passkeys.ts';
import type { AuthStore } from '../store.ts';

/** The browser's own dialog times out at the same moment. */
const CHALLENGE_MS = 5 * 60_000;
/** More than anyone needs. */
const MAX_PASSKEYS = 10;

interface PasskeyDeps {
  store: AuthStore;
  clock: { now(): number };
  appName: string;
}

/** The person whose key is presented or registered, with the session and the site. */
export interface Ceremony {
  person: SessionUser;
  login: CurrentLogin;
  /** as the browser sees it; keys are bound to its host name */
  origin: string;
}

// Loaded on first use: its certificate code would slow every start.
const library = () => import('@simplewebauthn/server');
const siteOf = (origin: string) => new URL(origin).hostname;
const descriptor = ({ id, transports }: Passkey) => ({ id, transports });

const refused = () => new AppError(403, 'passkey', m.auth_error_passkey());

/** Browsers support passkeys only on https and localhost, and only for host names, not IP addresses. */
export function knowsPasskeys(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  const isNumber = /^[\d.]+$/.test(hostname) || hostname.startsWith('[');
  return !isNumber && (protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost'));
}

/** Passkeys as a second factor (WebAuthn level 3), always with user verification by the authenticator. */
export function createPasskeys({ store, clock, appName }: PasskeyDeps) {
  /** The signed challenge must be one that this session was given, and works once. */
  const expectChallenge = (loginId: string) => (challenge: string) => store.takeChallenge(loginId, challenge);

  return {
    async beginRegistration({
      person,
      login,
      origin,
    }: Ceremony): Promise<PublicKeyCredentialCreationOptionsJSON> {
      const { generateRegistrationOptions } = await library();
      const known = await store.listPasskeys(person.id);
      if (known.length >= MAX_PASSKEYS)
        throw new AppError(409, 'many-passkeys', m.auth_error_many_passkeys({ max: MAX_PASSKEYS }));
      const options = await generateRegistrationOptions({
        rpName: appName,
        rpID: siteOf(origin),
        userName: person.email,
        userDisplayName: person.name,
        userID: new TextEncoder().encode(person.id),
        attestationType: 'none',
        excludeCredentials: known.map(descriptor),
        authenticatorSelection: { residentKey: 'discouraged', userVerification: 'required' },
      });
      await store.addChallenge(login.id, options.challenge, clock.now() + CHALLENGE_MS);
      return options;
    },

    /** @throws AppError 403 unless the response answers this session's challenge */
    async register({ person, login, origin }: Ceremony, name: string, response: unknown): Promise<void> {
      const { verifyRegistrationResponse } = await library();
      const answer = response as RegistrationResponseJSON;
      const { registrationInfo } = await verifyRegistrationResponse({
        response: answer,
        expectedChallenge: expectChallenge(login.id),
        expectedOrigin: origin,
        expectedRPID: siteOf(origin),
        requireUserVerification: true,
      }).catch(() => Promise.reject(refused()));
      if (!registrationInfo) throw refused();
      const { id, publicKey, counter, transports } = registrationInfo.credential;
      const passkey = {
        id,
        userId: person.id,
        name,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: transports ?? [],
      };
      await store.transact(async () => {
        if (!(await store.addPasskey(passkey))) throw refused();
        await store.notePasskey(login.id);
      });
    },

    /** @throws AppError 404 if the person has no passkey */
    async beginProof({ person, login, origin }: Ceremony): Promise<PublicKeyCredentialRequestOptionsJSON> {
      const { generateAuthenticationOptions } = await library();
      const known = await store.listPasskeys(person.id);
      if (known.length === 0) throw new AppError(404, 'no-passkey', m.auth_error_no_passkey());
      const options = await generateAuthenticationOptions({
        rpID: siteOf(origin),
        allowCredentials: known.map(descriptor),
        userVerification: 'required',
      });
      await store.addChallenge(login.id, options.challenge, clock.now() + CHALLENGE_MS);
      return options;
    },

    /** @throws AppError 403 unless the response answers this session's challenge with one of the person's keys */
    async prove({ person, login, origin }: Ceremony, response: unknown): Promise<void> {
      const { verifyAuthenticationResponse } = await library();
      const answer = response as AuthenticationResponseJSON;
      const passkey = (await store.listPasskeys(person.id)).find(({ id }) => id === answer.id);
      if (!passkey) throw refused();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: answer,
        expectedChallenge: expectChallenge(login.id),
        expectedOrigin: origin,
        expectedRPID: siteOf(origin),
        credential: {
          id: passkey.id,
          publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
          counter: passkey.counter,
        },
        requireUserVerification: true,
      }).catch(() => Promise.reject(refused()));
      if (!verified) throw refused();
      await store.touchPasskey(passkey.id, authenticationInfo.newCounter);
    },
  };
}
