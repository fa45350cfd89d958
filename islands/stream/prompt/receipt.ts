import { PROMPTS_LISTED } from '../../../modules/stream/limits.ts';

/** One prompt on its way: heard → cleaned → rewritten → sent → in the picture. */
export interface Receipt {
  id: string;
  /** the person's own words, cleaned */
  said: string;
  /** what goes to the generator: those words, or the assistant's */
  text: string;
  /** earlier: sent before this page was opened, as the relay says */
  source: 'typed' | 'voice' | 'earlier';
  /** `text` is the assistant's */
  assisted: boolean;
  /** the assistant was asked and could not help, so the person's own words go */
  fellBack: boolean;
  /** a banned word was replaced */
  cleaned: boolean;
  /**
   * the assistant rewrites it · waits here for the socket · sent · received by the server · shown in the picture ·
   * superseded by a newer prompt · refused by the server
   */
  status: 'rewriting' | 'queued' | 'sent' | 'received' | 'shown' | 'superseded' | 'refused';
  /** why the server refused it */
  refusal: string | null;
  /** what of it the generator did not understand, in its words */
  note: string | null;
  /** what the server warns of about it */
  warning: string | null;
  /** false when nothing of it is in the picture */
  drawn: boolean;
  /** ms since the epoch, when it was said */
  at: number;
  /** ms, when it was sent */
  sentAt: number | null;
  /** ms from sending to the picture */
  delay: number | null;
}

export type NewPrompt = Pick<Receipt, 'id' | 'said' | 'source' | 'cleaned' | 'at'> & { rewriting: boolean };

export function addReceipt(receipts: Receipt[], prompt: NewPrompt): Receipt[] {
  const { rewriting, ...rest } = prompt;
  const receipt: Receipt = {
    ...rest,
    text: prompt.said,
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
  // A prompt that is still on its way is never dropped, however much was queued while connecting.
  let surplus = Math.max(0, settled - PROMPTS_LISTED);
  const kept = surplus === 0 ? receipts : receipts.filter((one) => !(isSettled(one) && surplus-- > 0));
  return [...kept, receipt];
}

/**
 * The prompts to send when a socket is open, in the order in which they were said: those never sent and those
 * that a lost socket swallowed. One that the assistant still has holds the later ones back.
 */
export function promptsToSend(receipts: Receipt[]): Receipt[] {
  const held = receipts.findIndex(({ status }) => status === 'rewriting');
  const free = held < 0 ? receipts : receipts.slice(0, held);
  return free.filter(({ status }) => status === 'queued' || status === 'sent');
}

/**
 * Gives prompts that were sent before this page was opened the words that their person said: the relay knows only what
 * went to the generator, which may be the assistant's.
 */
export function withOwnWords(receipts: Receipt[], earlier: readonly EarlierLine[]): Receipt[] {
  if (earlier.length === 0) return receipts;
  const texts = new Map(earlier.map(({ id, text }) => [id, text]));
  return receipts.map((receipt) => {
    const said = receipt.source === 'earlier' ? texts.get(receipt.id) : undefined;
    return said === undefined
      ? receipt
      : { ...receipt, said, assisted: texts.has(assistantLineOf(receipt.id)) };
  });
}

/** A line of the transcript as the server keeps it. */
export interface EarlierLine {
  id: string;
  text: string;
}

/** The id of what the assistant made of a prompt, in the transcript. */
export const assistantLineOf = (id: string): string => `${id}.ai`;

/** The one that the picture follows. */
export function drivingReceipt(receipts: Receipt[]): Receipt | undefined {
  return receipts.findLast(({ status, drawn }) => status === 'shown' && drawn);
}

function isSettled({ status }: Receipt): boolean {
  return status === 'shown' || status === 'superseded' || status === 'refused';
}
