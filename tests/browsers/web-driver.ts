/** A WebDriver command: HTTP method and path from the standard, and Firefox's name for it. */
export interface Command {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  marionette: string;
}

/** The connection to a browser. */
export interface Transport {
  /** @throws Error with WebDriver's own message */
  send(command: Command, parameters: object): Promise<unknown>;
  /** Quits the browser. */
  close(): Promise<void>;
}

const post = (path: string, marionette: string): Command => ({ method: 'POST', path, marionette });
const get = (path: string, marionette: string): Command => ({ method: 'GET', path, marionette });

const SCRIPT_TIMEOUT_MS = 60_000;
/** Key that marks an element reference in the WebDriver standard. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const KEYS = { Enter: '\ue007', Escape: '\ue00c', Tab: '\ue004', Left: '\ue012', Right: '\ue014' };

export type Browser = Awaited<ReturnType<typeof openBrowser>>;

interface Cookie {
  name: string;
  value: string;
}

interface Answer<T> {
  value?: T;
  fault?: string;
}

/** Controls a browser like a person, and runs test code in its page. */
export async function openBrowser(transport: Transport) {
  const { send } = transport;
  await send(post('timeouts', 'WebDriver:SetTimeouts'), { script: SCRIPT_TIMEOUT_MS });

  async function find(selector: string): Promise<string> {
    const found = await send(post('element', 'WebDriver:FindElement'), {
      using: 'css selector',
      value: selector,
    });
    return (found as Record<string, string>)[ELEMENT] ?? '';
  }

  const act = (device: object) => send(post('actions', 'WebDriver:PerformActions'), { actions: [device] });

  /** Runs a function in the page; it can't use anything from its scope here. */
  async function run<T, A extends readonly unknown[]>(
    page: (...given: A) => T | Promise<T>,
    ...given: A
  ): Promise<T> {
    const script = `const done = arguments[arguments.length - 1];
      Promise.resolve().then(() => (${page})(...arguments[0])).then(
        (value) => done({ value }), (error) => done({ fault: String(error?.stack ?? error) }));`;
    const answer = (await send(post('execute/async', 'WebDriver:ExecuteAsyncScript'), {
      script,
      args: [given],
    })) as Answer<T> | null;
    // Firefox answers null if its page is left before the script has answered: the next page answers.
    if (answer === null) return run(page, ...given);
    if (answer.fault !== undefined) throw new Error(answer.fault);
    return answer.value as T;
  }

  return {
    run,
    open: (url: string) => send(post('url', 'WebDriver:Navigate'), { url }),
    reload: () => send(post('refresh', 'WebDriver:Refresh'), {}),
    back: () => send(post('back', 'WebDriver:Back'), {}),
    /** Clicks with the pointer, so the element must be visible. */
    async click(selector: string): Promise<void> {
      const id = await find(selector);
      await send(post(`element/${id}/click`, 'WebDriver:ElementClick'), { id });
    },
    /** Types into a field; {Enter} presses the key. */
    async type(selector: string, text: string): Promise<void> {
      const id = await find(selector);
      await send(post(`element/${id}/value`, 'WebDriver:ElementSendKeys'), { id, text: withKeys(text) });
    },
    /** Presses or releases a key wherever the focus is; {Right} is an arrow. */
    key: (key: string, isDown: boolean) =>
      act({
        ...{ type: 'key', id: 'keys' },
        actions: [{ type: isDown ? 'keyDown' : 'keyUp', value: withKeys(key) }],
      }),
    /** Moves the mouse to the right for almost a second. */
    moveMouse: () =>
      act({
        ...{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' } },
        actions: Array.from({ length: 30 }, () => ({
          ...{ type: 'pointerMove', duration: 30, origin: 'pointer', x: 20, y: 0 },
        })),
      }),
    /** Sets the size of the page, without the browser's toolbars. */
    async resize(width: number, height: number): Promise<void> {
      const rect = (size: object) => send(post('window/rect', 'WebDriver:SetWindowRect'), size);
      await rect({ width, height });
      const inner = await run(() => [innerWidth, innerHeight] as const);
      await rect({ width: 2 * width - inner[0], height: 2 * height - inner[1] });
    },
    /** @returns a PNG of the window */
    async screenshot(): Promise<Buffer> {
      const shot = await send(get('screenshot', 'WebDriver:TakeScreenshot'), { full: false });
      return Buffer.from(shot as string, 'base64');
    },
    /** For the current site. */
    addCookie: ({ name, value }: Cookie) =>
      send(post('cookie', 'WebDriver:AddCookie'), {
        cookie: { name, value, path: '/', httpOnly: true, sameSite: 'Lax' },
      }),
    cookies: async () => (await send(get('cookie', 'WebDriver:GetCookies'), {})) as Cookie[],
    /** Signs out. */
    forgetCookies: () => send({ ...get('cookie', 'WebDriver:DeleteAllCookies'), method: 'DELETE' }, {}),
    close: () => transport.close(),
  };
}

const withKeys = (text: string): string =>
  text.replace(/\{(\w+)\}/g, (_, key: keyof typeof KEYS) => KEYS[key]);
