import { useEffect, useId, useMemo, useRef, useState } from 'react';
import useSWR from 'swr';
import type { ConversationAnswer } from '../../modules/dreams/contract/conversation-schemas.ts';
import type { ChangeMark, PromptMark } from '../../modules/dreams/contract/schemas.ts';
import { api, Refusal } from '../../modules/kit/browser/api.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { clockText } from '../ui/clock-text.ts';
import { CheckIcon } from '../ui/icons.tsx';
import { useCopy } from '../ui/use-copy.ts';
import { CopyIcon } from './icons.tsx';
import {
  currentLine,
  type Message,
  placeLines,
  type TranscriptLine,
  withChanges,
} from './transcript-lines.ts';

const CACHED_MS = 5 * 60_000;

interface TranscriptProps {
  jobId: string;
  marks: PromptMark[];
  changes: ChangeMark[];
  startedAt: string | null;
  /** Playback time in seconds; null without a video. */
  time: number | null;
  onSeek: ((seconds: number) => void) | null;
}

export function Transcript({ jobId, marks, changes, startedAt, time, onSeek }: TranscriptProps) {
  const { data, error, isLoading } = useSWR(
    `/api/conversation?job_id=${encodeURIComponent(jobId)}`,
    readConversation,
    { dedupingInterval: CACHED_MS, revalidateOnFocus: false, shouldRetryOnError: false },
  );
  const lines = useMemo(
    () => (data ? withChanges(placeLines(data, marks, startedAt), changes) : []),
    [data, marks, changes, startedAt],
  );
  return (
    <section className="card transcript" aria-labelledby="transcript-title">
      <h2 id="transcript-title">{m.dreams_transcript_title()}</h2>
      {error ? (
        <p className="transcript-state" role="alert">
          {m.dreams_transcript_failed()}
        </p>
      ) : isLoading || !data ? (
        <p className="transcript-state" role="status">
          {m.dreams_transcript_loading()}
        </p>
      ) : lines.length === 0 ? (
        <div className="transcript-state">
          <p>{m.dreams_transcript_none()}</p>
          <p>{m.dreams_transcript_none_hint()}</p>
        </div>
      ) : (
        <Lines lines={lines} current={time === null ? null : currentLine(lines, time)} onSeek={onSeek} />
      )}
    </section>
  );
}

interface LinesProps {
  lines: TranscriptLine[];
  current: TranscriptLine | null;
  onSeek: ((seconds: number) => void) | null;
}

function Lines({ lines, current, onSeek }: LinesProps) {
  const list = useRef<HTMLOListElement>(null);
  const id = current?.id;
  const { copied, copy } = useCopy();
  const [copying, setCopying] = useState<{ id: string; failed: boolean } | null>(null);
  const copyLine = async (line: TranscriptLine) =>
    setCopying({ id: line.id, failed: !(await copy(line.text)) });
  useEffect(() => {
    // Scrolls only the list, not the page.
    const line = id && list.current?.querySelector<HTMLElement>('[aria-current]');
    const box = list.current;
    if (!line || !box) return;
    const top = line.offsetTop - box.offsetTop;
    if (top < box.scrollTop || top + line.offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTo({ top: top - box.clientHeight / 3, behavior: 'smooth' });
    }
  }, [id]);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <ol ref={list} className="transcript-lines" tabIndex={0} aria-label={m.dreams_transcript_lines()}>
        {lines.map((line) => (
          <Line
            key={line.id}
            line={line}
            isCurrent={line.id === id}
            isCopied={copied && line.id === copying?.id}
            onSeek={onSeek}
            onCopy={() => copyLine(line)}
          />
        ))}
      </ol>
      <p className={copying?.failed ? 'transcript-fault' : 'visually-hidden'} role="status">
        {copying?.failed ? m.dreams_transcript_copy_failed() : copied && m.dreams_transcript_copied_status()}
      </p>
    </>
  );
}

interface LineProps {
  line: TranscriptLine;
  isCurrent: boolean;
  isCopied: boolean;
  onSeek: LinesProps['onSeek'];
  onCopy: () => void;
}

function Line({ line, isCurrent, isCopied, onSeek, onCopy }: LineProps) {
  const { text, picture, isUser, at, note } = line;
  const wordsId = useId();
  const words = isUser ? (
    <span>
      <span id={wordsId} dir="auto">
        {text}
      </span>
      {note && <small className="transcript-note">{note}</small>}
    </span>
  ) : (
    <em className="transcript-reply" dir="auto">
      {text}
      {picture && <img className="transcript-picture" src={picture} alt="" width="160" height="90" />}
    </em>
  );
  return (
    <li aria-current={isCurrent || undefined}>
      {at !== null && onSeek ? (
        <button type="button" onClick={() => onSeek(at)}>
          <span className="numbers">{clockText(at)}</span>
          {words}
        </button>
      ) : (
        <p>
          <span />
          {words}
        </p>
      )}
      {isUser && (
        <button
          type="button"
          className="icon-button transcript-copy"
          aria-label={m.dreams_transcript_copy()}
          aria-describedby={wordsId}
          title={isCopied ? m.dreams_transcript_copied() : m.dreams_transcript_copy()}
          data-done={isCopied || undefined}
          onClick={onCopy}
        >
          {isCopied ? <CheckIcon /> : <CopyIcon />}
        </button>
      )}
    </li>
  );
}

async function readConversation(address: string): Promise<Message[]> {
  try {
    // Honours the server's cache headers.
    return (await api<ConversationAnswer>('GET', address, undefined, { cache: 'default' })).messages;
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) location.assign('/unauthorized');
    throw error;
  }
}
