import { useFetched } from '../ui/use-fetched.ts';

interface LiveOptions<Answer> {
  /** 0: reads once */
  everyMs: number;
  /** keeps polling while the page is hidden */
  whenHidden?: boolean;
  /** name used in the log */
  what: string;
  onAnswer?: (answer: Answer) => void;
}

/**
 * The server's current answer, polled while the page is visible. While another query loads, the last answer stays.
 * Failures are logged, and polling goes on.
 */
export function useLive<Answer, Asked extends string | object>(
  asked: Asked | null,
  read: (asked: Asked) => Promise<Answer>,
  { everyMs, whenHidden = false, what, onAnswer }: LiveOptions<Answer>,
) {
  return useFetched(asked, read, {
    keepPrevious: true,
    everyMs,
    onReturn: everyMs > 0,
    whenHidden,
    onAnswer,
    onFailure: (error) => console.error(what, error),
  });
}
