import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { QUESTION_MAX } from '../../modules/help/contract/limits.ts';
import type { HelpAnswer } from '../../modules/help/contract/schemas.ts';
import { api } from '../../modules/kit/browser/api.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { ArrowUpIcon, ChatIcon, CloseIcon } from '../ui/icons.tsx';
import { useClearPlace } from './use-clear-place.ts';

interface Message {
  id: number;
  role: 'user' | 'assistant';
  content: string;
}

/** Chat that answers questions about the product. Closing it discards the conversation. */
export default function HelpChat() {
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const chat = useRef<HTMLDivElement>(null);
  useClearPlace(chat, !open);
  const close = () => {
    setOpen(false);
    toggle.current?.focus();
  };
  return (
    <div ref={chat} className="help-chat">
      {open && <Conversation onClose={close} />}
      <button
        ref={toggle}
        type="button"
        className="help-toggle"
        aria-label={m.help_open()}
        title={m.help_open()}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {open ? <CloseIcon /> : <ChatIcon />}
      </button>
    </div>
  );
}

/** Questions that newcomers have, asked with one tap. */
const QUESTIONS = [m.help_question_begin, m.help_question_share, m.help_question_kept];

function Opening({ onAsk }: { onAsk: (question: string) => void }) {
  return (
    <div className="help-opening">
      <p className="help-hint">{m.help_hint()}</p>
      {QUESTIONS.map((question) => question()).map((question) => (
        <button key={question} type="button" className="button button-quiet" onClick={() => onAsk(question)}>
          {question}
        </button>
      ))}
    </div>
  );
}

function Conversation({ onClose }: { onClose: () => void }) {
  const [messages, setMessages] = useState<Message[]>([]);
  const [text, setText] = useState('');
  const [pending, setPending] = useState(false);
  const conversation = useRef<string | null>(null);
  const log = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const titleId = useId();

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new bubble
  useEffect(() => {
    // Scrolls to the start of the newest bubble, so that long answers can be read from the top.
    const box = log.current;
    const last = box?.lastElementChild;
    if (box && last instanceof HTMLElement) {
      box.scrollTo({ top: last.offsetTop - box.offsetTop - 8, behavior: 'smooth' });
    }
  }, [messages.length, pending]);

  const send = async (question = text) => {
    const content = question.trim();
    if (content === '' || pending) return;
    const asked = [...messages, { id: messages.length, role: 'user' as const, content }];
    setMessages(asked);
    setText('');
    setPending(true);
    // The pressed button is now disabled, so move the focus; on phones that would bring back the keyboard and hide the
    // answer.
    if (!matchMedia('(pointer: coarse)').matches) field.current?.focus();
    const reply = await ask(asked, conversation.current);
    conversation.current = reply.conversationId;
    // Keeps the question, so that it can be sent again.
    if (reply.failed) setText((now) => now || content);
    setMessages([...asked, { id: asked.length, role: 'assistant', content: reply.response }]);
    setPending(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    void send();
  };

  return (
    <section
      className="help-panel"
      role="dialog"
      aria-labelledby={titleId}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <h2 id={titleId}>{m.help_title()}</h2>
      <div
        ref={log}
        className="help-log"
        role="log"
        aria-live="polite"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        aria-label={m.help_conversation()}
      >
        {messages.length === 0 && <Opening onAsk={(question) => void send(question)} />}
        {messages.map(({ id, role, content }) => (
          <p key={id} className="help-bubble" data-role={role} dir="auto">
            {content}
          </p>
        ))}
        {pending && (
          <p className="help-bubble help-pending" data-role="assistant">
            <span className="visually-hidden">{m.help_answering()}</span>
          </p>
        )}
      </div>
      <div className="help-ask">
        <textarea
          ref={field}
          className="field"
          aria-label={m.help_your_question()}
          placeholder={m.help_ask()}
          rows={1}
          maxLength={QUESTION_MAX}
          value={text}
          dir="auto"
          // biome-ignore lint/a11y/noAutofocus: the chat was opened to type here
          autoFocus
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <button
          type="button"
          className="icon-button help-send"
          aria-label={m.help_send()}
          disabled={text.trim() === '' || pending}
          onClick={() => void send()}
        >
          <ArrowUpIcon />
        </button>
      </div>
    </section>
  );
}

/** The server makes three attempts of 20 s each. */
const ANSWER_MS = 75_000;

/** Never rejects; errors become a bubble from the assistant. */
async function ask(
  messages: Message[],
  conversationId: string | null,
): Promise<{ response: string; conversationId: string | null; failed?: true }> {
  try {
    return await api<HelpAnswer>(
      'POST',
      '/api/anthropic',
      {
        // The server stores the whole conversation, so recent messages suffice.
        messages: messages.slice(-20).map(({ role, content }) => ({ role, content })),
        conversationId,
      },
      { timeoutMs: ANSWER_MS },
    );
  } catch (error) {
    console.warn('The help chat got no answer.', error);
    return {
      response: m.help_failed(),
      conversationId,
      failed: true,
    };
  }
}
