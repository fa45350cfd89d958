import { expect, type Page } from 'playwright/test';
import sharp from 'sharp';
import { hydrated } from './hydrated.ts';
import { middleOf } from './middle-of.ts';
import { openScriptedStage, type ScriptedStage } from './scripted-stage.ts';
import { test } from './shared-page.ts';

/** Browsers that translate pages, lack features, use input methods or zoom into small fields. */
let stage: ScriptedStage;
let picture: Buffer;
test.beforeAll(async () => {
  const blue = { create: { width: 1280, height: 720, channels: 3 as const, background: '#1830c0' } };
  picture = await sharp(blue).jpeg().toBuffer();
  stage = await openScriptedStage();
});
test.afterAll(() => stage.close());

const prompt = (page: Page) => page.getByRole('textbox', { name: 'Prompt' });

/**
 * Simulates a browser that translates the page, now and as it changes: its text nodes are wrapped in or replaced by
 * <font>.
 */
async function translate(page: Page, way: 'around' | 'instead'): Promise<void> {
  await page.evaluate((how) => {
    const isOpen = (node: Node) =>
      !node.parentElement?.closest('font, script, style, textarea, [translate=no]');
    const wrap = (node: Node) => {
      if (!node.textContent?.trim() || !node.isConnected || !isOpen(node)) return;
      const font = document.createElement('font');
      font.append(document.createElement('font'));
      node.parentNode?.replaceChild(font, node);
      if (how === 'around') font.firstElementChild?.append(node);
      else font.firstElementChild?.append(`*${node.textContent}`);
    };
    const textsIn = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Node[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      return texts;
    };
    for (const text of textsIn(document.body)) wrap(text);
    new MutationObserver((records) => {
      for (const { addedNodes } of records) {
        for (const node of addedNodes)
          for (const text of node instanceof Text ? [node] : textsIn(node)) wrap(text);
      }
    }).observe(document.body, { childList: true, subtree: true });
  }, way);
}

for (const way of ['around', 'instead'] as const) {
  test(`a translated page (${way} its texts) keeps working: its clock, its texts, its panels`, async ({
    page,
  }) => {
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    await stage.signIn(page);
    const viewer = await stage.openLive(page);
    await hydrated(page, 'stream');
    await expect(page.getByRole('button', { name: 'Send' })).toBeVisible();
    await translate(page, way);
    const says = (words: string) => (way === 'around' ? words : `*${words}`);
    await prompt(page).fill('a quiet lake');
    await prompt(page).press('Enter');
    const { id, text } = JSON.parse(await viewer.sent.find('it', (sent) => sent.includes('quiet')));
    viewer.report({ type: 'prompt_received', id, text });
    await expect(page.locator('.receipt-status')).toHaveText(says('on its way'));
    viewer.report({ type: 'prompt_ack', id, text, frame_id: 1, note: 'not understood: quiet' });
    viewer.report({ type: 'status', job_status: 'RUNNING', time_left: 200 });
    viewer.report({ type: 'loading', progress: null, text: 'Trouble.' });
    viewer.frame(1, picture);
    await expect(page.locator('.receipt-status')).toContainText('in the picture');
    viewer.report({ type: 'loading', progress: null, text: null });
    const timer = page.getByRole('timer', { name: 'Time left' });
    await expect(timer).toHaveText('3:17');
    await page.getByRole('button', { name: 'Stream settings' }).click();
    await page.getByRole('switch', { name: 'Enable Agent Mode' }).click();
    await page.getByRole('switch', { name: 'Show User Text' }).click();
    await page.getByRole('switch', { name: 'Show User Text' }).click();
    viewer.report({ type: 'status', job_status: 'TIMEOUT NO CONNECTION', time_left: 200 });
    await expect(page.getByText('Session timed out due to no connection.')).toBeVisible();

    await page.goto(`${stage.server.url}/dreamboard`);
    await hydrated(page, 'dreamboard');
    await translate(page, way);
    await page.getByRole('button', { name: 'Help chat' }).click();
    await page.getByRole('textbox', { name: 'Your question' }).fill('How long is a dream?');
    await page.getByRole('textbox', { name: 'Your question' }).press('Enter');
    await expect(page.locator('.help-bubble[data-role=assistant]')).toContainText('The AI assistant');
    await page.getByRole('button', { name: 'Help chat' }).click();
    expect(faults).toEqual([]);
    await expect(page.locator('.island-stopped')).toHaveCount(0);
  });
}

test('without canvases in threads, the page draws', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen');
    Reflect.deleteProperty(window, 'OffscreenCanvas');
  });
  await stage.signIn(page);
  const viewer = await stage.openLive(page);
  viewer.frame(1, picture);
  await viewer.sent.find('its ack', (text) => text.includes('"frame_id":1'));
  await expect.poll(() => middleOf(page)).toBe('blue');
});

test('an island that fails or whose script doesn’t load says so, and the rest of the page works', async ({
  page,
}) => {
  await stage.signIn(page);
  await page.addInitScript(() => Reflect.deleteProperty(window, 'ResizeObserver'));
  const viewer = await stage.openLive(page);
  viewer.frame(1, picture);
  const words = page.getByRole('alert').filter({ hasText: 'This part of the page has stopped' });
  await expect(words.getByRole('link', { name: 'Reload page' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await page.route('**/assets/dreamboard-*.js', (route) => route.abort());
  await page.goto(`${stage.server.url}/dreamboard`);
  await expect(page.locator('[data-island=dreamboard]')).toHaveAttribute('data-status', 'failed');
  const reload = words.first().getByRole('link', { name: 'Reload page' });
  await expect(reload).toBeVisible();
  // The same without the script that loads islands.
  await page.unroute('**/assets/dreamboard-*.js');
  await page.route('**/assets/client-*.js', (route) => route.abort());
  await page.goto(`${stage.server.url}/dreamboard?sort=oldest#top`);
  await expect(page.locator('[data-island=dreamboard]')).toHaveAttribute('data-status', 'failed');
  await expect(words).toHaveCount(1);
  await page.unroute('**/assets/client-*.js');
  await reload.click();
  await expect(page.locator('[data-island=dreamboard]')).toHaveAttribute('data-status', 'hydrated');
});

test('charts are drawn in a browser with an invalid language, and a failing one affects nothing else', async ({
  browser,
}) => {
  const page = await stage.newPage(browser, { reducedMotion: 'reduce' }, 'admin');
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'language', { get: () => 'C', configurable: true });
  });
  const open = async () => {
    await page.goto(`${stage.server.url}/admin?view=summary`);
    await hydrated(page, 'admin');
  };
  await open();
  await expect(page.locator('.chart .uplot canvas').first()).toBeVisible();
  await page.route('**/assets/uPlot*.js', (route) => route.abort());
  await open();
  await expect(page.locator('.chart-stopped').first()).toContainText('can’t draw this chart');
  await expect(page.locator('.island-stopped')).toHaveCount(0);
  await expect(page.getByLabel('Period')).toBeVisible();
  await page.context().close();
});

test('the picture comes first in any window, and overlays stay within it', async ({ page }) => {
  await stage.signIn(page);
  await page.setViewportSize({ width: 320, height: 568 });
  const viewer = await stage.openLive(page);
  viewer.report({ type: 'status', job_status: 'RUNNING', time_left: 200 });
  viewer.report({
    type: 'generator',
    name: 'x',
    version: '1',
    fps: 16,
    note: null,
    ai: false,
  });
  viewer.frame(1, picture);
  await expect(page.locator('.timer')).toBeVisible();
  await expect(page.locator('.source-mark')).toBeVisible();
  // Longer than each of these texts is in any language.
  await page.evaluate(() => {
    const row = document.querySelector('.stage-top');
    const mark = document.querySelector<HTMLElement>('.live-mark');
    const write = (words: string, text: string) => {
      const element = row?.querySelector(words);
      if (element) element.textContent = text;
    };
    write('.live-words', 'The picture has been stopped for now');
    write('.source-words', 'Drawn by a computer program');
    mark?.setAttribute('data-live', 'false');
    // React adds and removes its own at any moment, and fails if it is gone by then.
    const rules = new CSSStyleSheet();
    rules.replaceSync('.quality:not(.wordy) { display: none !important }');
    document.adoptedStyleSheets.push(rules);
    row
      ?.querySelector('.timer')
      ?.insertAdjacentHTML(
        'beforebegin',
        '<button class="chip quality wordy" data-verdict="poor"><span class="bars"><i></i><i></i><i></i></span><span class="quality-words"><span>A very slow generator indeed</span></span></button>',
      );
  });
  for (const [width, height] of [
    [320, 256],
    [568, 320],
    [600, 290],
    [390, 420],
    [320, 568],
    [390, 844],
    [430, 932],
    [640, 568],
    [1024, 568],
  ] as const) {
    await page.setViewportSize({ width, height });
    const stageBox = () => page.locator('.stage').evaluate((stage) => stage.getBoundingClientRect());
    const share = async () => {
      const { width: wide, height: high } = await stageBox();
      return Math.min(wide, (high * 16) / 9) / Math.min(width, (height * 16) / 9);
    };
    // In small windows, nothing takes space from the stream. It may have its old size for a frame.
    await expect.poll(share, `${width} × ${height}`).toBeGreaterThan(height < 440 ? 0.99 : 0.4);
    const seen = await stageBox();
    // In one step, because a chip may appear or disappear at any moment.
    const chips = await page.evaluate(() =>
      [...document.querySelectorAll('.stage-top > *')]
        .filter((chip) => chip.checkVisibility())
        .map((chip) => {
          const box = chip.getBoundingClientRect();
          return { x: box.x, right: box.right, words: chip.textContent };
        }),
    );
    expect(chips.length).toBeGreaterThan(2);
    let end = seen.x;
    for (const { x, right, words } of chips) {
      expect(x, `${words} at ${width} × ${height}`).toBeGreaterThanOrEqual(end);
      expect(right, `${words} at ${width} × ${height}`).toBeLessThanOrEqual(seen.x + seen.width);
      end = right;
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide, `page at ${width} × ${height}`).toBe(width);
    const covers = (selector: string) =>
      page.evaluate((selector) => {
        const boxes = [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
        const row = [...document.querySelectorAll('.stage-top > *')].map((each) =>
          each.getBoundingClientRect(),
        );
        return boxes.some((box) =>
          row.some(
            (chip) =>
              chip.width > 0 &&
              box.x < chip.right - 1 &&
              chip.x < box.right - 1 &&
              box.y < chip.bottom - 1 &&
              chip.y < box.bottom - 1,
          ),
        );
      }, selector);
    // Texts may wrap for a frame after the window has changed.
    const header = () => covers('.site-header :is(button, a)');
    await expect.poll(header, `header at ${width} × ${height}`).toBe(false);
    await expect.poll(() => covers('.stream-controls'), `controls at ${width} × ${height}`).toBe(false);
  }
});

test('an Enter that ends a composition sends nothing in any field', async ({ page }) => {
  await stage.signIn(page);
  const devtools = await page.context().newCDPSession(page);
  const viewer = await stage.openLive(page);
  await hydrated(page, 'stream');
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible();
  const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229, text: '\r' };
  const compose = async () => {
    await devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key });
    await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
  };
  await prompt(page).fill('静かな湖');
  await compose();
  await expect(prompt(page)).toHaveValue('静かな湖');
  await prompt(page).press('Enter');
  await viewer.sent.find('the prompt', (sent) => sent.includes('静かな湖'));
  expect(viewer.sent.items.filter((sent) => sent.includes('"prompt"'))).toHaveLength(1);

  await page.goto(`${stage.server.url}/dreamboard`);
  await hydrated(page, 'help-chat');
  await page.getByRole('button', { name: 'Help chat' }).click();
  const question = page.getByRole('textbox', { name: 'Your question' });
  await question.fill('質問');
  await compose();
  await expect(question).toHaveValue('質問');
  await expect(page.locator('.help-bubble')).toHaveCount(0);
});

test('files and links dropped next to a field don’t replace the page, and fields still accept theirs', async ({
  page,
}) => {
  await stage.signIn(page);
  const viewer = await stage.openLive(page);
  await hydrated(page, 'stream');
  viewer.frame(1, picture);
  await viewer.sent.find('its ack', (text) => text.includes('"frame_id":1'));
  /** True if the page leaves the drop to the browser. */
  const isLeft = (selector: string, type: string, held: 'file' | 'link') =>
    page
      .locator(selector)
      .first()
      .evaluate(
        (element, [event, what]) => {
          const dataTransfer = new DataTransfer();
          if (what === 'file') dataTransfer.items.add(new File(['x'], 'x.jpg', { type: 'image/jpeg' }));
          else dataTransfer.setData('text/uri-list', location.href);
          return element.dispatchEvent(
            new DragEvent(event ?? '', { dataTransfer, bubbles: true, cancelable: true }),
          );
        },
        [type, held],
      );
  for (const type of ['dragover', 'drop']) {
    expect(await isLeft('.stage canvas', type, 'file'), type).toBe(false);
    expect(await isLeft('.stage canvas', type, 'link'), type).toBe(false);
    // Browsers open a file that is dropped on a text field.
    expect(await isLeft('textarea', type, 'file'), type).toBe(false);
    expect(await isLeft('textarea', type, 'link'), type).toBe(true);
  }
});

test('no page prints in the colours of a dark screen', async ({ page }) => {
  for (const path of ['/terms', '/privacy']) {
    await page.goto(stage.server.url + path);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    await expect.poll(scheme, path).toBe('light');
    const [lightness] = await page
      .locator('main p')
      .first()
      .evaluate((text) => getComputedStyle(text).color.match(/[\d.]+/g) ?? []);
    expect(Number(lightness), path).toBeLessThan(0.6);
  }
});

test('no field’s text is so small that a phone zooms in', async ({ browser }) => {
  const page = await stage.newPage(
    browser,
    { viewport: { width: 390, height: 844 }, hasTouch: true },
    'admin',
  );
  const small = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('input, select, textarea')]
        .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
        .map((field) => field.outerHTML),
    );
  for (const path of [
    '/stream',
    '/dreamboard',
    '/settings',
    '/checkout',
    '/trash',
    '/check',
    '/admin?view=users',
    '/admin?view=sessions',
    '/admin?view=audit',
  ]) {
    await page.goto(stage.server.url + path);
    expect(await small(), path).toEqual([]);
  }
  await page.context().close();
});

test('pages rewritten by a proxy keep working: without comments and blanks, with hidden mail addresses', async ({
  page,
}) => {
  const HIDDEN = '<a class="__cf_email__" href="/cdn-cgi/l/email-protection">[email&#160;protected]</a>';
  let hid = 0;
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const answer = await route.fetch();
    const parts = (await answer.text()).split(/(<script[^>]*>.*?<\/script>)/s).map((part) =>
      part.startsWith('<script')
        ? part
        : part
            .replaceAll(/<!--.*?-->/gs, '')
            .replaceAll(/>\s+</g, '><')
            .replaceAll(/(?<=>[^<]*)[\w.+-]+@[\w.-]+\w/g, () => {
              hid += 1;
              return HIDDEN;
            }),
    );
    return route.fulfill({ response: answer, body: parts.join('') });
  });
  await stage.signIn(page);
  const viewer = await stage.openLive(page);
  await hydrated(page, 'stream');
  await prompt(page).fill('a quiet lake');
  await prompt(page).press('Enter');
  await viewer.sent.find('the prompt', (sent) => sent.includes('quiet'));

  await page.goto(`${stage.server.url}/settings`);
  await page.goto(`${stage.server.url}/dreamboard`);
  await hydrated(page, 'dreamboard');
  await page.getByRole('button', { name: 'Help chat' }).click();
  await page.getByRole('textbox', { name: 'Your question' }).fill('How long is a dream?');
  await page.getByRole('textbox', { name: 'Your question' }).press('Enter');
  await expect(page.locator('.help-bubble[data-role=assistant]')).toContainText('The AI assistant');
  await expect(page.locator('.island-stopped')).toHaveCount(0);
  expect(hid).toBeGreaterThan(0);
});
