import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

const RETURN_PAUSE_MS = 1000;
const MAX_KEPT = 100;
/** Answers of this page, shown at once when the same is asked again. */
const kept = new Map<string, unknown>();

interface Fetching<Answer> {
  /** rendered by the server */
  initial?: Answer | undefined;
  /** An answer that is known, rendered or kept, isn't fetched again. */
  fresh?: boolean;
  /** The last answer stays while another is fetched. */
  keepPrevious?: boolean;
  /** interval while the page is visible; 0 for none */
  everyMs?: number | ((latest: Answer | undefined) => number);
  /** keeps polling while the page is hidden */
  whenHidden?: boolean;
  /** fetches when the person comes back to the page; otherwise only failures are tried again, once online */
  onReturn?: boolean;
  onAnswer?: ((answer: Answer) => void) | undefined;
  onFailure?: (error: Error) => void;
}

/**
 * An answer of the server, fetched when the page shows and whenever its key changes. An answer that was asked for before
 * a change or a newer request is dropped. Failures leave the last answer; polling goes on.
 * @param key null fetches nothing
 */
export function useFetched<Answer, Key extends string | object>(
  key: Key | null,
  read: (key: Key) => Promise<Answer>,
  options: Fetching<Answer> = {},
) {
  const { initial, keepPrevious, everyMs = 0, onReturn = true } = options;
  const id = key === null ? null : JSON.stringify(key);
  const [state, setState] = useState<{ id: string | null; data?: Answer | undefined; error?: Error }>({ id });
  const own = state.id === id ? state : { id };
  const known = own.data ?? ((id === null ? undefined : kept.get(id)) as Answer | undefined);
  const previous = useRef<Answer | undefined>(undefined);
  const data = known ?? (keepPrevious ? previous.current : undefined) ?? initial;
  const every = typeof everyMs === 'function' ? everyMs(data) : everyMs;
  const now = { key, id, read, options, known: known ?? initial, error: own.error };
  const latest = useRef(now);
  latest.current = now;
  useLayoutEffect(() => {
    previous.current = data;
  }, [data]);

  /** Incremented by each request and change; only the newest counts. */
  const turn = useRef(0);
  const running = useRef(0);
  /** Restarts the interval. */
  const plan = useRef(() => {});

  const keep = useCallback((id: string, answer: Answer) => {
    const { known } = latest.current;
    // An equal answer stays the same object, so that nothing is rendered again.
    const data = isSame(known, answer) && known !== undefined ? known : answer;
    latest.current.known = data;
    kept.delete(id);
    kept.set(id, data);
    for (const oldest of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(oldest);
    setState((before) => (before.id === id && before.data === data && !before.error ? before : { id, data }));
  }, []);

  const refresh = useCallback(
    async (by?: () => Promise<Answer>): Promise<void> => {
      const { key, id, read } = latest.current;
      if (key === null || id === null) return;
      const mine = ++turn.current;
      running.current = mine;
      try {
        const answer = await (by ?? (() => read(key)))();
        if (turn.current !== mine) return;
        keep(id, answer);
        latest.current.options.onAnswer?.(answer);
      } catch (failure) {
        if (turn.current !== mine) return;
        const error = failure as Error;
        setState((before) => ({ id, data: before.id === id ? before.data : undefined, error }));
        latest.current.options.onFailure?.(error);
      } finally {
        if (running.current === mine) running.current = 0;
        plan.current();
      }
    },
    [keep],
  );

  /** Replaces the answer without a request. */
  const change = useCallback(
    (to: Answer | ((known: Answer) => Answer)) => {
      const { id, known } = latest.current;
      const isMade = typeof to === 'function';
      if (id === null || (isMade && known === undefined)) return;
      turn.current += 1;
      running.current = 0;
      keep(id, isMade ? (to as (known: Answer) => Answer)(known as Answer) : to);
    },
    [keep],
  );

  useEffect(() => {
    if (id === null) return;
    const { options, known } = latest.current;
    if (!options.fresh || known === undefined) void refresh();
    return () => {
      turn.current += 1;
      running.current = 0;
    };
  }, [id, refresh]);

  const isOffline = useRef(false);
  const look = useCallback(() => {
    if (running.current !== 0 || isOffline.current) return;
    void refresh();
  }, [refresh]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    plan.current = () => {
      clearTimeout(timer);
      if (every === 0) return;
      timer = setTimeout(() => {
        plan.current();
        if (isVisible() || latest.current.options.whenHidden) look();
      }, every);
    };
    plan.current();
    return () => {
      clearTimeout(timer);
      plan.current = () => {};
    };
  }, [every, look]);
  useEffect(() => {
    let last = Date.now();
    const onBack = () => {
      if (!onReturn || !isVisible() || Date.now() - last < RETURN_PAUSE_MS) return;
      last = Date.now();
      look();
    };
    const onNetwork = ({ type }: Event) => {
      isOffline.current = type === 'offline';
      if (onReturn || latest.current.error) look();
    };
    const ends = new AbortController();
    const { signal } = ends;
    document.addEventListener('visibilitychange', onBack, { signal });
    addEventListener('focus', onBack, { signal });
    for (const type of ['online', 'offline']) addEventListener(type, onNetwork, { signal });
    return () => ends.abort();
  }, [onReturn, look]);

  return { data, error: own.error, refresh, change };
}

const isVisible = () => document.visibilityState === 'visible';
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
