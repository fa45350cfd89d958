import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { m } from '../../../modules/kit/texts/m.ts';
import { PROMPT_MAX } from '../../../modules/protocol/limits.ts';
import { sessionStore } from '../../browser/session-store.ts';
import { ArrowUpIcon, ClockIcon } from '../../ui/icons.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { readDraft, writeDraft } from './draft.ts';

/** The counter of remaining characters appears this close to the limit. */
const COUNTED_FROM = 100;

export interface PromptBarHandle {
  focus(): void;
  /** puts text into the field, ready to be edited or sent */
  suggest(text: string): void;
  /** adds prompts sent before this page was opened to the history that the arrow keys browse */
  remember(prompts: string[]): void;
}

interface PromptBarProps {
  ref: Ref<PromptBarHandle>;
  connecting: boolean;
  agentMode: boolean;
  over: boolean;
  /** @returns true if it was sent; otherwise the text stays in the field */
  onSubmit: (text: string) => boolean;
  /** in front of the field: the microphone */
  children?: ReactNode;
}

export function PromptBar({ ref, connecting, agentMode, over, children, onSubmit }: PromptBarProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  /** owner of this page, even if another user signs in meanwhile */
  const person = useRef('');
  const earlier = useRef<string[]>([]);
  const own = useRef<string[]>([]);
  /** position in the history; 0 is the text being written */
  const back = useRef(0);
  const hydrated = useHydrated();
  // Before hydration, only the field itself knows its text.
  const blank = hydrated && text.trim() === '';
  const left = PROMPT_MAX - text.length;
  const counter = useId();

  // Picks up text typed before hydration or restored after a reload.
  useEffect(() => {
    person.current = sessionStore.get()?.id ?? '';
    setText((now) => now || input.current?.value || readDraft(person.current));
  }, []);
  const write = (words: string) => {
    setText(words);
    writeDraft(person.current, words);
  };

  useImperativeHandle(ref, () => ({
    focus: () => input.current?.focus(),
    suggest: (suggestion) => {
      write(suggestion);
      input.current?.focus();
    },
    remember: (prompts) => {
      earlier.current = prompts;
    },
  }));

  const submit = () => {
    if (blank || over) return;
    const prompt = text.trim();
    if (!onSubmit(prompt)) return;
    own.current.push(prompt);
    back.current = 0;
    write('');
    // The button just pressed is disabled now. On phones, hide the keyboard to reveal more of the stream.
    if (matchMedia('(pointer: coarse)').matches) input.current?.blur();
    else input.current?.focus();
  };

  const recall = (step: 1 | -1) => {
    const history = [...earlier.current, ...own.current];
    const at = Math.min(history.length, Math.max(0, back.current + step));
    if (at === back.current) return;
    back.current = at;
    write(at === 0 ? '' : (history.at(-at) ?? ''));
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, currentTarget: field } = event;
    if (key === 'Enter') submit();
    else if (key === 'ArrowUp' && mayLeave(field, 'up')) recall(1);
    else if (key === 'ArrowDown' && mayLeave(field, 'down')) recall(-1);
    else return;
    event.preventDefault();
  };

  const ready = agentMode ? m.stream_prompt_placeholder_agent() : m.stream_prompt_placeholder();
  const placeholder = connecting ? m.stream_prompt_placeholder_connecting() : ready;
  const label = connecting ? m.stream_prompt_queue() : m.stream_prompt_send();
  return (
    <form
      className="prompt-bar"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {children}
      <textarea
        ref={input}
        aria-label={m.stream_prompt_label()}
        name="prompt"
        rows={1}
        dir="auto"
        autoComplete="off"
        enterKeyHint="send"
        maxLength={PROMPT_MAX}
        aria-describedby={left <= COUNTED_FROM ? counter : undefined}
        placeholder={placeholder}
        value={text}
        disabled={over}
        onChange={(event) => {
          back.current = 0;
          write(event.target.value);
        }}
        onKeyDown={onKeyDown}
      />
      {left <= COUNTED_FROM && (
        <span id={counter} className="prompt-left numbers" data-full={left === 0}>
          {m.stream_prompt_left({ count: left })}
        </span>
      )}
      <button type="submit" className="button button-primary" disabled={blank || over}>
        {connecting ? <ClockIcon /> : <ArrowUpIcon />}
        {label}
      </button>
    </form>
  );
}

/**
 * In a prompt of several lines, the arrow keys move the cursor. They browse the history only from the first or last
 * line.
 */
function mayLeave(field: HTMLTextAreaElement, way: 'up' | 'down'): boolean {
  const { lineHeight, paddingBlockStart, paddingBlockEnd } = getComputedStyle(field);
  const text = field.scrollHeight - Number.parseFloat(paddingBlockStart) - Number.parseFloat(paddingBlockEnd);
  if (text < 1.5 * Number.parseFloat(lineHeight)) return true;
  return way === 'up' ? field.selectionEnd === 0 : field.selectionStart === field.value.length;
}
