/** Checks each request to the peer with Stripe's own validators, using stripe-mock. */
export interface Judge {
  /** Checks a request in the background. */
  check(request: Request): void;
  /** @throws Error that lists the rejected requests */
  settle(): Promise<void>;
}

/** @param url of a running stripe-mock */
export function createJudge(url: string): Judge {
  const kinds = new Set<string>();
  const refused: string[] = [];
  const open = new Set<Promise<void>>();
  let checked = 0;

  async function ask(request: Request): Promise<void> {
    const { pathname, search } = new URL(request.url);
    const type = request.headers.get('content-type');
    const body = request.method === 'POST' ? await request.text() : null;
    const answer = await fetch(`${url}${pathname}${search}`, {
      method: request.method,
      headers: { authorization: 'Bearer sk_test_123', ...(type && { 'content-type': type }) },
      ...(body && { body }),
    });
    checked += 1;
    kinds.add(`${request.method} ${pathname.replace(/_[A-Za-z0-9_]{6,}/g, '_…')}`);
    const text = await answer.text();
    if (!answer.ok)
      refused.push(`${request.method} ${pathname}${search} ${body ?? ''}: ${text.slice(0, 500)}`);
  }

  return {
    check(request) {
      const asked = ask(request.clone() as Request)
        .catch((error: unknown) => void refused.push(String(error)))
        .finally(() => open.delete(asked));
      open.add(asked);
    },
    async settle() {
      await Promise.all(open);
      console.log(
        `stripe-mock accepted ${checked - refused.length} of ${checked} requests of ${kinds.size} kinds`,
      );
      if (refused.length > 0) throw new Error(`stripe-mock refused:\n${[...new Set(refused)].join('\n')}`);
    },
  };
}
