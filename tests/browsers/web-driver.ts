/** A WebDriver command, by its HTTP form in the standard and its name in Firefox. */
export interface Command {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  marionette: string;
}

/** The way to one browser. */
export interface Transport {
  /** @throws Error with WebDriver's own words */
  send(command: Command, parameters: object): Promise<unknown>;
  /** Ends the browser. */
  close(): Promise<void>;
}

const post = (path: string, marionette: string): Command => ({ method: 'POST', path, marionette });
const get = (path: string, marionette: string): Command => ({ method: 'GET', path, marionette });

const SCRIPT_TIMEOUT_MS = 60_000;
/** A key of WebDriver's standard that marks a reference to an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const KEYS = { Enter: '\ue007', Escape: '\ue00c', Tab: '\ue004' };

export type Browser = Awaited<ReturnType<typeof openBrowser>>;

interface Cookie {
  name: string;
  value: string;
}

interface Answer<T> {
  value?: T;
  fault?: string;
}

/** A person's hands and eyes in a browser, and a test's in its page. */
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

  /** Runs a function in the page, which knows nothing of what stands around it here. */
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
    })) as Answer<T>;
    if (answer.fault !== undefined) throw new Error(answer.fault);
    return answer.value as T;
  }

  return {
    run,
    open: (url: string) => send(post('url', 'WebDriver:Navigate'), { url }),
    reload: () => send(post('refresh', 'WebDriver:Refresh'), {}),
    back: () => send(post('back', 'WebDriver:Back'), {}),
    /** A click by the pointer, on what is seen there. */
    async click(selector: string): Promise<void> {
      const id = await find(selector);
      await send(post(`element/${id}/click`, 'WebDriver:ElementClick'), { id });
    },
    /** Types into a field; {Enter} is the key. */
    async type(selector: string, text: string): Promise<void> {
      const id = await find(selector);
      const keys = text.replace(/\{(\w+)\}/g, (_, key: keyof typeof KEYS) => KEYS[key]);
      await send(post(`element/${id}/value`, 'WebDriver:ElementSendKeys'), { id, text: keys });
    },
    /** Size of the page itself, without the browser's own bars. */
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
    /** For the site that is open now. */
    addCookie: ({ name, value }: Cookie) =>
      send(post('cookie', 'WebDriver:AddCookie'), {
        cookie: { name, value, path: '/', httpOnly: true, sameSite: 'Lax' },
      }),
    cookies: async () => (await send(get('cookie', 'WebDriver:GetCookies'), {})) as Cookie[],
    /** Signed out, as a stranger is. */
    forgetCookies: () => send({ ...get('cookie', 'WebDriver:DeleteAllCookies'), method: 'DELETE' }, {}),
    close: () => transport.close(),
  };
}
