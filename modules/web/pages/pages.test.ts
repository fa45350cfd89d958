import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPeople, type Plan } from '../../../tests/people.ts';
import { ORIGIN, startProgram, type TestProgram } from '../../../tests/program.ts';
import { ConnectGpuPage } from '../../stream/pages/connect-gpu.tsx';
import { GENERATOR_NAMES } from '../../worker/contract/settings.ts';

/** Tests server-rendered pages that need no browser. */
let program: TestProgram;
let people: Awaited<ReturnType<typeof openPeople>>;
beforeAll(async () => {
  program = await startProgram({
    COMMUNITY_URL: 'https://chat.example.com/',
    SOCIAL_URL: 'https://social.example.com/',
    COMPANY_NAME: 'Nightworks',
    COMPANY_ADDRESS: 'Mill Lane 3 <b>, Porto',
  });
  people = await openPeople(program.dataDir);
});
afterAll(async () => {
  await people.close();
  await program.stop();
});

async function visit(path: string, plan: Plan | null = null) {
  const visitor = program.visitor();
  const user = plan && (await people.create(plan));
  if (user) visitor.jar.set('sid', (await people.cookie(user, ORIGIN)).value);
  const answer = await visitor.get(path);
  return { status: answer.status, location: answer.headers.get('location'), html: await answer.text(), user };
}

/** Links of a page, or part of it, as `text → URL`. */
const linksOf = (html: string) =>
  [...html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(
    ([, href, inner = '']) => `${inner.replace(/<svg.*?<\/svg>|<[^>]+>/gs, '').trim()} → ${href}`,
  );
const titleOf = (html: string) => html.match(/<h1[^>]*>(.*?)<\/h1>/s)?.[1]?.replaceAll('<!-- -->', '');

test('concurrent requests are each answered in their language, with its bundles', async () => {
  const answers = ['en', 'en-XA', 'it', 'en-xa;q=0.9, en;q=0.5'].map(async (language) => {
    const answer = await program.visitor({ 'accept-language': language }).get('/terms');
    const html = await answer.text();
    const [, page = ''] = html.match(/src="(\/assets\/page-\w+\.js)"/) ?? [];
    const lang = html.match(/<html lang="([\w-]+)"/)?.[1];
    return {
      lang,
      contents: html.match(/id="contents-title">(.*?)</)?.[1],
      page,
      vary: answer.headers.get('vary'),
    };
  });
  const [english, pseudo, french, weighted] = await Promise.all(answers);
  expect(english).toMatchObject({
    lang: 'en',
    contents: 'Contents',
    vary: expect.stringMatching(/accept-language/i),
  });
  expect(pseudo).toMatchObject({ lang: 'en-XA', contents: '⟦Çöñtéñts Çöñtéñts⟧' });
  expect(pseudo?.page).not.toBe(english?.page);
  expect([french, weighted]).toEqual([english, pseudo]);
});
const partOf = (html: string, start: string, end: string) =>
  html.slice(html.indexOf(start), html.indexOf(end, html.indexOf(start)));

describe('the start page', () => {
  test.each(['admin', 'premium', 'basic', 'legacy'] as const)('greets %s by first name', async (plan) => {
    const { html } = await visit('/', plan);
    expect(titleOf(html)).toBe('Welcome back, Ada. Your dreamboard awaits.');
    expect(linksOf(html)).toContain('Enter → /dreamboard');
    expect((await visit('/dreamboard', plan)).status).toBe(200);
  });

  test('links a trial user to the dreamboard if no plans are sold', async () => {
    const { html } = await visit('/', 'trial');
    expect(linksOf(html)).toContain('Enter → /dreamboard');
    expect(linksOf(html).filter((link) => link.endsWith('/checkout'))).toEqual([]);
    expect(linksOf((await visit('/settings', 'trial')).html)).not.toContain('View Plans → /checkout');
  });
});

describe('guards', () => {
  test.each([
    ['/dreamboard', '/'],
    ['/stream', '/unauthorized'],
    ['/session?session_id=x', '/unauthorized'],
    ['/success', '/'],
    ['/cancel', '/'],
  ])('redirect a signed-out visitor from %s to %s', async (path, target) => {
    expect(await visit(path)).toMatchObject({ status: 302, location: target });
  });

  test.each(['premium', 'legacy'] as const)('redirect %s from the plans to the settings', async (plan) => {
    expect(await visit('/checkout', plan)).toMatchObject({ status: 302, location: '/settings' });
  });

  test.each([
    ['/unauthorized', 403, 'You don’t have permission to access this page.', 'Back to Home → /'],
    ['/nowhere', 404, 'Sorry — nothing exists at this address.', 'Back to Home → /'],
    ['/settings', 200, 'sign in', 'Sign In → /'],
    ['/checkout', 200, 'Please sign in to choose a plan.', 'Sign In → /'],
  ])('explain themselves at %s', async (path, status, words, link) => {
    const page = await visit(path);
    expect(page.status).toBe(status);
    expect(page.html).toContain(words);
    expect(linksOf(page.html)).toContain(link);
  });
});

describe('the shell', () => {
  test.each([
    ['admin', 'Admin', ['Admin → /admin']],
    ['basic', 'Subscribed', []],
    ['trial', 'User', []],
  ] as const)('has a menu with address, role and links for %s', async (plan, role, more) => {
    const { html, user } = await visit('/settings', plan);
    const menu = partOf(html, '<div id="user-menu"', 'data-sign-out');
    expect(menu).toContain(user?.email);
    expect(menu).toContain(`data-role="">${role}</p>`);
    expect(menu).toMatch(/role="switch"[^>]*aria-label="Dark theme"/);
    expect(linksOf(menu)).toEqual([
      'Settings → /settings',
      ...more,
      'Community → https://chat.example.com',
      'Follow us → https://social.example.com',
    ]);
  });

  test('has a sidebar, except on the start page and the beta page', async () => {
    const toggle = /<button[^>]*aria-label="Toggle sidebar"[^>]*>/;
    for (const path of ['/', '/beta']) {
      expect((await visit(path, 'trial')).html.match(toggle)?.[0], path).toMatch(/disabled/);
    }
    const { html } = await visit('/settings', 'trial');
    expect(html.match(toggle)?.[0]).not.toMatch(/disabled/);
    expect(linksOf(partOf(html, 'aria-label="Main"', '</nav>'))).toEqual([
      'Home → /',
      'Dreamboard → /dreamboard',
      'New Stream → /stream',
      'Settings → /settings',
    ]);
  });

  test('has a footer', async () => {
    const footer = partOf((await visit('/')).html, '<footer', '</footer>');
    expect(footer.replace(/<[^>]+>/g, '')).toContain(`© ${new Date().getUTCFullYear()} Nightworks`);
    expect(linksOf(footer)).toContain('Terms of Service → /terms');
  });

  test('has legal texts that name the site’s operator, with a postal address', async () => {
    for (const path of ['/terms', '/privacy'])
      expect((await visit(path)).html.match(/Nightworks, Mill Lane 3 &lt;b&gt;, Porto/g), path).toHaveLength(
        2,
      );
  });
});

describe('the page about connecting a GPU', () => {
  test('shows the commands for this server, but never its token', async () => {
    const { html } = await visit('/connect-gpu', 'admin');
    expect(titleOf(html)).toBe('Connect a GPU worker');
    const commands = [...html.matchAll(/data-copy="([^"]*)"/g)].map(([, command]) => command);
    const model = 'GENERATOR=diffusion MODEL=sdxs MODEL_LICENCE=accepted';
    const relay = ORIGIN.replace(/^http/, 'ws');
    expect(commands).toEqual([
      // Depends on the machine that runs the test.
      expect.stringMatching(
        /^GENERATOR=diffusion MODEL=[\w-]+( DEVICE=cuda)? MODEL_LICENCE=accepted bun run start$/,
      ),
      `RELAY_URL=${relay} WORKER_TOKEN=PASTE-IT-HERE ${model} bun run worker`,
      `RELAY_URL=${relay} WORKER_TOKEN=PASTE-IT-HERE GENERATOR=comfyui ENGINE_URL=http://gpu:8188 bun run worker`,
    ]);
    expect(linksOf(html)).toContain('Draw on this computer → /draw');
    expect(html).not.toContain('within this box');
    expect(html).not.toContain(readFileSync(join(program.dataDir, 'worker-token'), 'utf8').trim());
    expect(html).not.toContain(program.dataDir);
  });

  test('says so if the address only works on this machine', () => {
    const page = (relayUrl: string) =>
      renderToStaticMarkup(
        createElement(ConnectGpuPage, {
          appName: 'Reverie',
          relayUrl,
          operator: true,
          proposal: null,
          compared: [],
        }),
      );
    expect(page('ws://localhost:3000')).toContain('only works on this machine');
    expect(page('ws://192.168.0.7:3000')).not.toContain('within this box');
  });

  test('lists engines by graphics card, each one that a worker can be set to, with its source', async () => {
    const { html } = await visit('/connect-gpu', 'admin');
    const table = html.match(/<table class="card-table">.*?<\/table>/s)?.[0] ?? '';
    const engines = [...table.matchAll(/<code[^>]*>(.*?)<\/code>/g)].map(([, engine = '']) => engine);
    expect(new Set(engines)).toEqual(
      new Set(['diffusion', 'sdcpp', 'lcm', 'comfyui', 'biome', 'scope', 'joyai']),
    );
    expect(GENERATOR_NAMES).toEqual(expect.arrayContaining(engines));
    expect(table.match(/<bdi dir="ltr">[^<]+<\/bdi><\/small>/g)).toHaveLength(engines.length);
    expect(table).toContain('None of these engines has drawn here with its real model yet');
  });

  test('is open to non-admins, and refers them to the operator', async () => {
    const words = 'which the operator of this site has';
    expect((await visit('/connect-gpu', 'trial')).html).toContain(words);
    expect((await visit('/connect-gpu', 'admin')).html).not.toContain(words);
  });
});

test('without a publishable key the plans page says what the operator has to do', async () => {
  const { html } = await visit('/checkout', 'admin');
  expect(titleOf(html)).toBe('Configuration Error');
  expect(html).toContain('Stripe is not properly configured. Please check environment variables.');
});

describe('the policy for a sign-in', () => {
  const policyOf = async (asked: TestProgram) => {
    const { headers } = await asked.visitor().get('/');
    return {
      csp: headers.get('content-security-policy') ?? '',
      coop: headers.get('cross-origin-opener-policy'),
    };
  };

  test('by redirect doesn’t allow Google’s script', async () => {
    const { csp, coop } = await policyOf(program);
    expect(csp).not.toContain('google');
    expect(coop).toBe('same-origin');
    expect((await visit('/')).html).not.toContain('sign-in-popup');
  });

  test('by popup only allows the script and the window that it opens', async () => {
    const popup = await startProgram({ OIDC_CLIENT_ID: 'us', OIDC_CLIENT_SECRET: 'x', GOOGLE_POPUP: 'on' });
    try {
      const { csp, coop } = await policyOf(popup);
      expect(csp).toMatch(/script-src 'self' 'nonce-[^']+' https:\/\/accounts\.google\.com\/gsi\/client;/);
      expect(csp).toContain("frame-src 'self' https://accounts.google.com/gsi/");
      expect(coop).toBe('same-origin-allow-popups');
    } finally {
      await popup.stop();
    }
  });
});

describe('a download that fails', () => {
  const address = '/api/download-video/nothing';

  test('shows an error page to a browser', async () => {
    for (const [plan, status] of [
      [null, 401],
      ['trial', 404],
    ] as const) {
      const visitor = program.visitor();
      if (plan) {
        const { value } = await people.cookie(await people.create(plan), ORIGIN);
        visitor.jar.set('sid', value);
      }
      const opened = await visitor.get(address, { accept: 'text/html,*/*' });
      expect(opened.status).toBe(status);
      expect(await opened.text()).toContain('Back to Home');
      const called = await visitor.get(address, { accept: '*/*' });
      expect(called.status).toBe(status);
      expect(await called.json()).toHaveProperty('error');
    }
  });
});
