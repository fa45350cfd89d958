import { drivingReceipt, type Receipt } from './receipt.ts';

const SHOWN = 4;

interface ReceiptsProps {
  receipts: Receipt[];
  showUserText: boolean;
  showAiText: boolean;
}

/** Which prompts are on their way, and which one drives the picture. */
export function Receipts({ receipts, showUserText, showAiText }: ReceiptsProps) {
  const last = receipts.filter(({ assisted }) => showUserText || (assisted && showAiText)).slice(-SHOWN);
  const driving = drivingReceipt(receipts)?.id;
  return (
    <ul className="receipts" aria-label="Your prompts">
      {last.map((receipt) => (
        <li
          key={receipt.id}
          className="receipt"
          data-status={receipt.status}
          data-driving={receipt.id === driving}
        >
          <span className="receipt-mark" aria-hidden="true" />
          <span className="receipt-text">
            {showUserText && <span className="receipt-said">{receipt.said}</span>}
            {receipt.assisted && showAiText && <em className="receipt-ai">{receipt.text}</em>}
          </span>
          <span className="receipt-status numbers">{statusText(receipt, receipt.id === driving)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The way that it has come so far, its last step in full. */
function statusText(receipt: Receipt, driving: boolean): string {
  const { status, delay, source, cleaned, assisted, fellBack } = receipt;
  const way = [
    source === 'voice' && 'heard',
    cleaned && 'cleaned',
    assisted && 'rewritten',
    fellBack && 'your words',
  ].filter(Boolean);
  switch (status) {
    case 'rewriting':
      return [...way, 'rewriting'].join(' · ');
    case 'queued':
      return [...way, 'queued'].join(' · ');
    case 'sent':
      return [...way, 'sent'].join(' · ');
    case 'received':
      return [...way, 'on its way'].join(' · ');
    case 'superseded':
      return 'overtaken';
    case 'refused':
      return receipt.refusal ?? 'not taken';
    case 'shown':
      if (!driving) return 'was in the picture';
      return [...way, 'in the picture', ...(delay === null ? [] : [`${(delay / 1000).toFixed(1)} s`])].join(
        ' · ',
      );
  }
}
