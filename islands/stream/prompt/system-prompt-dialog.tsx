import { type RefObject, useEffect, useId, useState } from 'react';
import { m } from '../../../modules/kit/texts/m.ts';
import { SYSTEM_PROMPT_MAX } from '../../../modules/voice/contract/limits.ts';
import { settingsStore, tidySystemPrompt } from '../settings/settings.ts';

interface SystemPromptDialogProps {
  dialog: RefObject<HTMLDialogElement | null>;
  saved: string;
}

/** The user's own instructions for the assistant. */
export function SystemPromptDialog({ dialog, saved }: SystemPromptDialogProps) {
  const id = useId();
  const [text, setText] = useState(saved);
  useEffect(() => setText(saved), [saved]);
  const save = () => {
    const systemPrompt = tidySystemPrompt(text);
    setText(systemPrompt);
    settingsStore.set({ systemPrompt });
    dialog.current?.close();
  };
  return (
    // Leaving the dialog without Save discards the changes.
    <dialog
      ref={dialog}
      className="dialog system-prompt"
      aria-labelledby={id}
      onClose={() => setText(settingsStore.get().systemPrompt)}
    >
      <h2 id={id}>{m.stream_system_prompt_title()}</h2>
      <p id={`${id}-about`}>{m.stream_system_prompt_about()}</p>
      <textarea
        className="field"
        rows={7}
        maxLength={SYSTEM_PROMPT_MAX}
        aria-labelledby={id}
        aria-describedby={`${id}-about`}
        placeholder={m.stream_system_prompt_placeholder()}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p className="system-prompt-count numbers">
        {m.stream_system_prompt_count({ used: text.length, max: SYSTEM_PROMPT_MAX })}
      </p>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          {m.stream_system_prompt_cancel()}
        </button>
        <button type="button" className="button button-primary" onClick={save}>
          {m.stream_system_prompt_save()}
        </button>
      </div>
    </dialog>
  );
}
