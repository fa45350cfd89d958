import { type RefObject, useEffect, useRef } from 'react';
import { formatNumber } from '../../../modules/kit/texts/formats.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { drivingReceipt, type Receipt } from './receipt.ts';

/** px; when scrolled closer to the end than this, the list follows new items */
const NEAR_END = 40;
/** characters that fit on one line of a narrow phone */
const SHORT_WORDS = 30;

interface ReceiptsProps {
  receipts: Receipt[];
  showUserText: boolean;
  showAiText: boolean;
}

/** The prompts on their way and the one on screen, with earlier ones above. */
export default function Receipts({ receipts, showUserText, showAiText }: ReceiptsProps) {
  const listed = receipts.filter(({ assisted }) => showUserText || (assisted && showAiText));
  const driving = drivingReceipt(receipts)?.id;
  const list = useRef<HTMLUListElement>(null);
  useNewestInSight(list, receipts);
  return (
    // Focusable so that it can be scrolled by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it
    <ul ref={list} className="receipts" aria-label={m.stream_receipts_label()} tabIndex={0}>
      {listed.map((receipt) => (
        <li
          key={receipt.id}
          className="receipt"
          data-status={receipt.status}
          data-driving={receipt.id === driving}
        >
          <span className="receipt-mark" aria-hidden="true" />
          <Words
            userText={showUserText ? receipt.userText : null}
            rewritten={receipt.assisted && showAiText ? receipt.text : null}
          />
          <span className="receipt-status numbers">{statusText(receipt, receipt.id === driving)}</span>
          {receipt.warning && <span className="receipt-note">{receipt.warning}</span>}
          {receipt.note && receipt.status === 'shown' && <span className="receipt-note">{receipt.note}</span>}
        </li>
      ))}
    </ul>
  );
}

/** One line; if it is cut off, it can be expanded. */
function Words({ userText, rewritten }: { userText: string | null; rewritten: string | null }) {
  const words = (
    <>
      {userText !== null && (
        <span className="receipt-said" dir="auto">
          {userText}
        </span>
      )}
      {rewritten !== null && (
        <em className="receipt-ai" dir="auto">
          {rewritten}
        </em>
      )}
    </>
  );
  if ((userText?.length ?? 0) + (rewritten?.length ?? 0) <= SHORT_WORDS) {
    return <span className="receipt-text">{words}</span>;
  }
  return (
    <details className="receipt-words">
      <summary className="receipt-text" title={m.stream_receipts_expand()}>
        {words}
      </summary>
    </details>
  );
}

/** The steps so far, with the latest in full. */
function statusText(receipt: Receipt, driving: boolean): string {
  const { status, drawn, delay, source, cleaned, assisted, fellBack, from } = receipt;
  const way = [
    from !== undefined && suggestedBy(from),
    source === 'voice' && m.stream_receipt_heard(),
    cleaned && m.stream_receipt_cleaned(),
    assisted && m.stream_receipt_rewritten(),
    fellBack && m.stream_receipt_own_words(),
  ].filter(Boolean);
  switch (status) {
    case 'rewriting':
      return [...way, m.stream_receipt_rewriting()].join(' · ');
    case 'queued':
      return [...way, m.stream_receipt_queued()].join(' · ');
    case 'sent':
      return [...way, m.stream_receipt_sent()].join(' · ');
    case 'received':
      return [...way, m.stream_receipt_received()].join(' · ');
    case 'superseded':
      return m.stream_receipt_superseded();
    case 'refused':
      return receipt.refusal ?? m.stream_receipt_refused();
    case 'shown':
      if (!drawn) return [...way, m.stream_receipt_not_drawn()].join(' · ');
      if (!driving)
        return [from !== undefined && suggestedBy(from), m.stream_receipt_was_shown()]
          .filter(Boolean)
          .join(' · ');
      return [...way, m.stream_receipt_shown(), delay !== null && delayText(delay)]
        .filter(Boolean)
        .join(' · ');
  }
}

const suggestedBy = (name: string | null) =>
  name === null ? m.stream_audience_suggested_guest() : m.stream_audience_suggested({ name });

const delayText = (ms: number) =>
  m.stream_receipt_delay({
    seconds: formatNumber(ms / 1000, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  });

/** Keeps the end of a growing list in view, unless the user has scrolled up. */
function useNewestInSight(list: RefObject<HTMLUListElement | null>, receipts: Receipt[]) {
  const atEnd = useRef(true);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const look = () => {
      atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END;
    };
    element.addEventListener('scroll', look, { passive: true });
    // When the list shrinks, as in full screen, browsers keep its top in place instead of its end.
    const size = new ResizeObserver(() => atEnd.current && showEnd(element));
    size.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      size.disconnect();
    };
  }, [list]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a line more is what it goes by
  useEffect(() => {
    if (atEnd.current && list.current) showEnd(list.current);
  }, [list, receipts]);
}

const showEnd = (list: HTMLElement) => list.scrollTo({ top: list.scrollHeight });
