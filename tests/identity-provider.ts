import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';

export const CLIENT = { id: 'reverie', secret: 'a-secret-of-the-tests' };
export const OTHER_APP = { id: 'other-app', secret: 'another-secret' };
const SCOPE = 'openid email profile';

export interface Person {
  email: string;
  email_verified?: boolean;
  name: string;
  picture?: string;
  /** any claims, as other providers have them */
  [claim: string]: unknown;
}

export interface TokenAnswer {
  access_token: string;
  id_token: string;
}

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>;

/**
 * A real OpenID Connect provider on loopback. It signs in the person named by the test without a form, and also has a
 * token-info endpoint like Google's.
 * @param emailInIdToken whether the address is in id tokens, as at Google, or only in userinfo
 * @param clientAuth the only client authentication method that the token endpoint accepts
 * @param port of an earlier provider, whose key id the new key reuses; 0 for a free port
 */
export async function startIdentityProvider({
  emailInIdToken = true,
  clientAuth = 'client_secret_basic' as 'client_secret_basic' | 'client_secret_post',
  clientSecret = CLIENT.secret,
  port = 0,
} = {}) {
  const people = new Map<string, Person>();
  const pictures = new Map<string, { type: string; bytes: Uint8Array }>();
  let signedIn = '';
  let tamper: ((answer: TokenAnswer) => Promise<TokenAnswer>) | null = null;
  let tamperDocument: ((document: object) => Promise<object>) | null = null;
  let requests = 0;

  const keys = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(keys.privateKey)), alg: 'RS256', kid: 'test', use: 'sig' };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const client = ({ id, secret }: typeof CLIENT) => ({
    client_id: id,
    client_secret: secret,
    token_endpoint_auth_method: clientAuth,
    redirect_uris: ['https://replaced.below/auth/callback'],
  });
  const configuration: Configuration = {
    clients: [client({ ...CLIENT, secret: clientSecret }), client(OTHER_APP)],
    jwks: { keys: [jwk] } as Configuration['jwks'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture', 'nickname'] },
    conformIdTokenClaims: !emailInIdToken,
    findAccount: (_, sub) => {
      const person = people.get(sub);
      return person && { accountId: sub, claims: () => ({ sub, ...person }) };
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['cookie key of the tests'] },
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 60,
      IdToken: 3600,
      Grant: 3600,
      Interaction: 600,
      Session: 3600,
    },
  };
  const provider = new Provider(issuer, configuration);
  // The app under test listens on any free port.
  provider.Client.prototype.redirectUriAllowed = (uri: string) => new URL(uri).pathname === '/auth/callback';
  const handle = provider.callback();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    requests += 1;
    const { pathname } = new URL(request.url ?? '/', issuer);
    if (pathname === '/tokeninfo') return tokenInfo(request, response);
    if (pathname.startsWith('/interaction/')) return finishInteraction(request, response);
    const picture = pictures.get(pathname);
    if (picture) return void response.writeHead(200, { 'content-type': picture.type }).end(picture.bytes);
    if (pathname === '/token' && tamper) changeAnswer(response, tamper);
    if (pathname.startsWith('/.well-known/') && tamperDocument) changeAnswer(response, tamperDocument);
    await handle(request, response);
  }

  async function finishInteraction(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { params } = await provider.interactionDetails(request, response);
    const result = {
      login: { accountId: signedIn },
      consent: { grantId: await grant(signedIn, String(params.client_id)) },
    };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }

  async function grant(accountId: string, clientId: string): Promise<string> {
    const given = new provider.Grant({ accountId, clientId });
    given.addOIDCScope(SCOPE);
    return given.save();
  }

  /** Like Google's: answers only for live access tokens, of any client. */
  async function tokenInfo(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const part of request) body += part;
    const token = await provider.AccessToken.find(new URLSearchParams(body).get('access_token') ?? '');
    response.setHeader('content-type', 'application/json');
    if (!token || token.isExpired) return void response.writeHead(400).end('{"error":"invalid_token"}');
    const about = { aud: token.clientId, azp: token.clientId, sub: token.accountId, scope: token.scope };
    response.end(JSON.stringify({ ...about, expires_in: String(token.remainingTTL) }));
  }

  return {
    issuer,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_NAME: 'Google',
      GOOGLE_TOKENINFO_URL: `${issuer}/tokeninfo`,
    },
    people,
    pictures,
    port: Number(new URL(issuer).port),
    /** number of requests so far */
    requests: () => requests,
    /** the person to sign in next, if the browser has no session */
    signInAs(sub: string, person: Person): void {
      people.set(sub, person);
      signedIn = sub;
    },

    async accessToken(sub: string, options: { clientId?: string; scope?: string; expiresIn?: number } = {}) {
      const { clientId = CLIENT.id, scope = SCOPE, expiresIn } = options;
      const token = new provider.AccessToken({
        accountId: sub,
        client: await provider.Client.find(clientId),
        grantId: await grant(sub, clientId),
        scope,
        gty: 'authorization_code',
        ...(expiresIn === undefined ? {} : { expiresIn }),
      } as unknown as ConstructorParameters<typeof provider.AccessToken>[0]);
      return token.save();
    },

    /** An id token with any claims, signed with the provider's real key or another. */
    async idToken(claims: JWTPayload, key = keys.privateKey): Promise<string> {
      const now = Math.floor(Date.now() / 1000);
      const usual = { iss: issuer, aud: CLIENT.id, iat: now, exp: now + 600 };
      return new SignJWT({ ...usual, ...claims }).setProtectedHeader({ alg: 'RS256', kid: 'test' }).sign(key);
    },

    /** Changes the token endpoint's response, until called with null. */
    tamperWithTokens(change: typeof tamper): void {
      tamper = change;
    },

    /** Changes the discovery document, until called with null. */
    tamperWithDocument(change: typeof tamperDocument): void {
      tamperDocument = change;
    },

    /** Follows the provider's pages up to the app's callback, like a browser with an empty cookie jar. */
    async visit(address: string): Promise<URL> {
      const jar = new Map<string, string>();
      let at = address;
      for (let step = 0; step < 10; step += 1) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
        const response = await fetch(at, { redirect: 'manual', headers: { cookie } });
        for (const line of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = line.match(/^([^=]+)=([^;]*)/) ?? [];
          jar.set(name, value);
        }
        const location = response.headers.get('location');
        if (!location) throw new Error(`the provider stopped at ${at}: ${await response.text()}`);
        const next = new URL(location, at);
        if (next.pathname === '/auth/callback') return next;
        at = next.href;
      }
      throw new Error('the provider never came back');
    },

    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function changeAnswer<T>(response: ServerResponse, change: (answer: T) => Promise<T>): void {
  const end = response.end.bind(response) as (body: string) => ServerResponse;
  response.end = ((body: string | Buffer) => {
    void (async () => {
      const given = JSON.parse(String(body)) as T;
      const changed = JSON.stringify(response.statusCode === 200 ? await change(given) : given);
      response.setHeader('content-length', Buffer.byteLength(changed));
      end(changed);
    })();
    return response;
  }) as typeof response.end;
}
