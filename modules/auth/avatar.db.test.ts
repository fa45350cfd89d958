import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type IdentityProvider, startIdentityProvider } from '../../tests/identity-provider.ts';
import { testOnce } from '../../tests/long-test.ts';
import { startProgram, type TestProgram } from '../../tests/program.ts';
import { isProviderPicture } from './avatar.ts';

let idp: IdentityProvider;
let program: TestProgram;
const face = (background: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .jpeg()
    .toBuffer();

beforeAll(async () => {
  idp = await startIdentityProvider();
  program = await startProgram(idp.env);
});
afterAll(async () => {
  await program.stop();
  await idp.stop();
});

async function signIn(sub: string, picture: string) {
  idp.people.set(sub, { email: `${sub}@example.com`, email_verified: true, name: sub, picture });
  const visitor = program.visitor();
  await visitor.postJson('/api/auth/google', { token: await idp.accessToken(sub) });
  return visitor;
}

testOnce('an avatar is copied at sign-in and served by us, to its owner and to admins only', async () => {
  idp.pictures.set('/ada.jpg', { type: 'image/jpeg', bytes: await face('#884') });
  const ada = await signIn('ada', `${idp.issuer}/ada.jpg`);
  const { picture } = (await ada.person()) ?? {};
  expect(picture).toMatch(/^\/api\/avatars\/[0-9a-f]{32}\/[0-9a-f]{32}\.webp$/);
  const answer = await ada.get(picture ?? '');
  expect(answer.headers.get('content-type')).toBe('image/webp');
  expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({
    format: 'webp',
    width: 192,
    height: 192,
  });
  expect((await program.visitor().get(picture ?? '')).status).toBe(401);
  const eve = await signIn('eve', '');
  expect((await eve.get(picture ?? '')).status).toBe(404);
  const admin = program.visitor();
  await admin.openLink(await program.adminLink());
  expect((await admin.get(picture ?? '')).status).toBe(200);
});

test('it is fetched once, and again only when the provider names a new one', async () => {
  let fetched = 0;
  idp.pictures.set('/grace.jpg', {
    type: 'image/jpeg',
    get bytes() {
      fetched += 1;
      return picture;
    },
  });
  const picture = await face('#488');
  await signIn('grace', `${idp.issuer}/grace.jpg`);
  const again = await signIn('grace', `${idp.issuer}/grace.jpg`);
  expect(fetched).toBe(1);
  const before = (await again.person())?.picture;
  idp.pictures.set('/grace-2.jpg', { type: 'image/jpeg', bytes: await face('#a22') });
  const later = await signIn('grace', `${idp.issuer}/grace-2.jpg`);
  expect((await later.person())?.picture).not.toBe(before);
  expect((await later.get(before ?? '')).status).toBe(404);
});

test.each([
  ['a page instead of a picture', '<html><script>alert(1)</script></html>'],
  [
    'a drawing that could hold scripts',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  ],
  ['nothing', ''],
])('%s is rejected', async (_, content) => {
  idp.pictures.set('/odd.png', { type: 'image/png', bytes: new TextEncoder().encode(content) });
  const visitor = await signIn(`odd-${content.length}`, `${idp.issuer}/odd.png`);
  expect(await visitor.person()).toMatchObject({ picture: null });
});

test('an avatar that is too large is rejected', async () => {
  idp.pictures.set('/large.png', { type: 'image/png', bytes: new Uint8Array(3 * 1024 * 1024) });
  expect(await (await signIn('large', `${idp.issuer}/large.png`)).person()).toMatchObject({ picture: null });
});

test('avatars come from the provider’s own host and nowhere else', () => {
  const google = 'https://accounts.google.com';
  expect(isProviderPicture('https://lh3.googleusercontent.com/a/x', google)).toBe(true);
  for (const source of [
    'http://lh3.googleusercontent.com/a/x',
    'https://googleusercontent.com.evil.example/x',
    'https://evilgoogleusercontent.com/x',
    'https://lh3.googleusercontent.com:8443/x',
    'https://user@lh3.googleusercontent.com/x',
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'nonsense',
  ])
    expect(isProviderPicture(source, google), source).toBe(false);
  expect(isProviderPicture('https://id.example/me.png', 'https://id.example/realms/x')).toBe(true);
  expect(isProviderPicture('https://cdn.example/me.png', 'https://id.example/realms/x')).toBe(false);
  for (const path of ['/avatars/ada', '/users/7/photo', '/media/x', '/me.JPG?size=96'])
    expect(isProviderPicture(`https://id.example${path}`, 'https://id.example/realms/x'), path).toBe(true);
  for (const path of [
    '/',
    '/logout',
    '/admin/users?x=.png',
    '/realms/x/protocol/openid-connect/logout#me.png',
  ])
    expect(isProviderPicture(`https://id.example${path}`, 'https://id.example/realms/x'), path).toBe(false);
  expect(isProviderPicture(`https://id.example/${'a'.repeat(2048)}.png`, 'https://id.example')).toBe(false);
});

test('content that its host doesn’t declare an image is rejected', async () => {
  idp.pictures.set('/called-text.png', { type: 'text/html', bytes: await face('#284') });
  const visitor = await signIn('called-text', `${idp.issuer}/called-text.png`);
  expect(await visitor.person()).toMatchObject({ picture: null });
});

test('invalid avatar URLs are never requested', async () => {
  let asked = 0;
  idp.pictures.set('/logout', {
    type: 'image/jpeg',
    get bytes() {
      asked += 1;
      return new Uint8Array();
    },
  });
  await signIn('curious', `${idp.issuer}/logout`);
  expect(asked).toBe(0);
});
