import { m } from '../../kit/texts/m.ts';
import type { AppContext } from '../../web/context.ts';
import type { SessionUser } from '../../web/contract/person.ts';
import { publicOrigin } from '../../web/security.ts';
import { EMAIL_ISSUER } from '../contract/email-issuer.ts';
import type { AuthDeps } from '../deps.ts';
import { ConfirmDialog } from '../pages/confirm.tsx';
import { knowsPasskeys } from '../passkey/passkey.ts';
import { waysToProve } from '../proof/confirm-routes.tsx';
import { deviceName } from './device-name.ts';
import { lastEndOf } from './sign-in.ts';

/** Sessions and sign-in methods of an account, as its owner sees them. */
export async function readSignInState(deps: AuthDeps, c: AppContext, person: SessionUser) {
  const { store, config, clock } = deps;
  const [logins, identities, passkeys, ways] = await Promise.all([
    store.listLoginSessions(person.id),
    store.listIdentities(person.id),
    store.listPasskeys(person.id),
    waysToProve(deps, person),
  ]);
  const nameOf = (issuer: string) =>
    issuer === EMAIL_ISSUER
      ? m.auth_method_email_link()
      : issuer === config.oidc?.issuer
        ? config.oidc.name
        : issuer;
  const isConnected = identities.some(({ issuer }) => issuer === config.oidc?.issuer);
  const hasSecondFactor = person.role === 'admin' || passkeys.length > 0;
  return {
    sessions: logins
      .filter((login) => lastEndOf(login, person.role) > clock.now())
      .map((login) => ({
        id: login.id,
        device: deviceName(login.userAgent),
        lastUsed: new Date(login.lastUsedAt).toISOString(),
        current: login.id === c.get('login')?.id,
      })),
    ways: identities.map(({ issuer, email }) => ({ name: nameOf(issuer), email })),
    connectable: config.oidc && !isConnected ? config.oidc.name : null,
    passkeys: hasSecondFactor
      ? passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
          id,
          name,
          added: new Date(createdAt).toISOString(),
          lastUsed: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
        }))
      : null,
    passkeysWork: person.role === 'admin' && knowsPasskeys(publicOrigin(config, c.req.raw)),
    deviceName: deviceName(c.req.header('user-agent') ?? null),
    confirmDialog: <ConfirmDialog {...ways} next="/settings" />,
  };
}
