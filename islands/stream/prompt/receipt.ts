import { PROMPTS_LISTED } from '../../../modules/stream/contract/limits.ts';

/** A prompt on its way: heard → cleaned → rewritten → sent → on screen. */
export interface Receipt {
  id: string;
  /** the user's own words, cleaned */
  userText: string;
  /** the prompt sent to the generator: the user's words or the assistant's */
  text: string;
  /** earlier: sent before this page was opened, replayed by the relay */
  source: 'typed' | 'voice' | 'earlier';
  /** first name of the watcher whose prompt it is, null for a guest; absent for the user's own */
  from?: string | null;
  /** `text` was written by the assistant */
  assisted: boolean;
  /** the assistant couldn't help, so the user's own words were sent */
  fellBack: boolean;
  /** a banned word was replaced */
  cleaned: boolean;
  /**
   * the assistant is rewriting it · waiting for the socket · sent · received by the server · on screen · superseded by
   * a newer prompt · rejected by the server
   */
  status: 'rewriting' | 'queued' | 'sent' | 'received' | 'shown' | 'superseded' | 'refused';
  /** why the server rejected it */
  refusal: string | null;
  /** the generator's note on what it didn't understand */
  note: string | null;
  /** the server's warning about it */
  warning: string | null;
  /** false if nothing of it is on screen */
  drawn: boolean;
  /** when the user said it, in ms since the epoch */
  at: number;
  /** when it was sent, monotonic, in ms */
  sentAt: number | null;
  /** ms from sending to the screen */
  delay: number | null;
}

export type NewPrompt = Pick<Receipt, 'id' | 'userText' | 'source' | 'cleaned' | 'at'> & {
  rewriting: boolean;
};

export function addReceipt(receipts: Receipt[], prompt: NewPrompt): Receipt[] {
  const { rewriting, ...rest } = prompt;
  const receipt: Receipt = {
    ...rest,
    text: prompt.userText,
    assisted: false,
    fellBack: false,
    status: rewriting ? 'rewriting' : 'queued',
    refusal: null,
    note: null,
    warning: null,
    drawn: true,
    sentAt: null,
    delay: null,
  };
  const settled = receipts.filter(isSettled).length;
  // Pending prompts are never dropped, however many were queued while connecting.
  let surplus = Math.max(0, settled - PROMPTS_LISTED);
  const kept = surplus === 0 ? receipts : receipts.filter((one) => !(isSettled(one) && surplus-- > 0));
  return [...kept, receipt];
}

export type ReceiptChange = Partial<Receipt> | ((receipt: Receipt) => Partial<Receipt>);

export const updateReceipt = (receipts: Receipt[], id: string, change: ReceiptChange): Receipt[] =>
  receipts.map((receipt) =>
    receipt.id === id
      ? { ...receipt, ...(typeof change === 'function' ? change(receipt) : change) }
      : receipt,
  );

/** The relay has received a prompt, perhaps from an earlier page or a watcher. `text` is what it sends on. */
export function receivePrompt(
  receipts: Receipt[],
  { id, text, from }: { id: string; text: string; from?: string | null | undefined },
): Receipt[] {
  if (!receipts.some((receipt) => receipt.id === id)) {
    const earlier = {
      id,
      userText: text,
      source: 'earlier',
      cleaned: false,
      at: 0,
      rewriting: false,
    } as const;
    return updateReceipt(addReceipt(receipts, earlier), id, {
      status: 'received',
      ...(from !== undefined && { from }),
    });
  }
  return updateReceipt(receipts, id, (receipt) => ({
    text,
    userText: receipt.assisted ? receipt.userText : text,
    cleaned: receipt.cleaned || (!receipt.assisted && text !== receipt.userText.replace(/\s+/g, ' ').trim()),
    status: receipt.status === 'sent' ? 'received' : receipt.status,
  }));
}

/**
 * Prompts to send on an open socket, in the order they were said: unsent ones and those possibly lost with an earlier
 * socket. A prompt still with the assistant holds back later ones.
 */
export function promptsToSend(receipts: Receipt[]): Receipt[] {
  const held = receipts.findIndex(({ status }) => status === 'rewriting');
  const free = held < 0 ? receipts : receipts.slice(0, held);
  return free.filter(({ status }) => status === 'queued' || status === 'sent');
}

/**
 * Restores the user's own words on prompts sent before this page was opened. The relay only knows what the generator
 * got, which may be the assistant's version.
 */
export function withOwnWords(receipts: Receipt[], earlier: readonly EarlierLine[]): Receipt[] {
  if (earlier.length === 0) return receipts;
  const texts = new Map(earlier.map(({ id, text }) => [id, text]));
  return receipts.map((receipt) => {
    const userText = receipt.source === 'earlier' ? texts.get(receipt.id) : undefined;
    return userText === undefined
      ? receipt
      : { ...receipt, userText, assisted: texts.has(assistantLineOf(receipt.id)) };
  });
}

/** A transcript line as stored on the server. */
export interface EarlierLine {
  id: string;
  text: string;
}

/** The transcript id of the assistant's version of a prompt. */
export const assistantLineOf = (id: string): string => `${id}.ai`;

/** The prompt that is on screen. */
export function drivingReceipt(receipts: Receipt[]): Receipt | undefined {
  return receipts.findLast(({ status, drawn }) => status === 'shown' && drawn);
}

function isSettled({ status }: Receipt): boolean {
  return status === 'shown' || status === 'superseded' || status === 'refused';
}
