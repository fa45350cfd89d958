import { type FormEvent, useCallback, useEffect, useState } from 'react';
import type { FoundDreamsAnswer } from '../../../modules/admin/contract/dream.ts';
import { STATUS_TEXTS } from '../../../modules/admin/contract/status-texts.ts';
import { nameOf } from '../../../modules/dreams/contract/names.ts';
import { failureText } from '../../../modules/kit/browser/api.ts';
import { m } from '../../../modules/kit/texts/m.ts';
import { adminApi } from '../../browser/admin-api.ts';
import { Lines } from '../lines.tsx';
import { dreamAddress } from '../use-asked.ts';

/** Finds a dream by anything an operator may have. `find` in the URL starts a search at once. */
export function DreamFinder() {
  const [words, setWords] = useState('');
  const [found, setFound] = useState<FoundDreamsAnswer | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const find = useCallback(async (asked: string, action = 'findDreams') => {
    setFault(null);
    try {
      setFound(await adminApi<FoundDreamsAnswer>('dream-data', { action, words: asked }));
    } catch (error) {
      setFound(null);
      setFault(failureText(error, m.admin_dreams_find_failed()));
    }
  }, []);
  useEffect(() => {
    const asked = new URLSearchParams(location.search).get('find');
    if (!asked) return;
    setWords(asked);
    void find(asked);
  }, [find]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void find(words);
  };
  return (
    <search className="dream-finder">
      <form onSubmit={submit}>
        <input
          type="search"
          className="field"
          aria-label={m.admin_dreams_find_label()}
          placeholder={m.admin_dreams_find_placeholder()}
          value={words}
          maxLength={200}
          onChange={(event) => {
            setWords(event.target.value);
            if (event.target.value === '') setFound(null);
          }}
        />
        <button type="submit" className="button button-quiet">
          {m.admin_dreams_find()}
        </button>
        <button type="button" className="button button-quiet" onClick={() => void find(words, 'findWords')}>
          {m.admin_dreams_find_words()}
        </button>
      </form>
      {fault && (
        <p className="field-fault" role="alert">
          {fault}
        </p>
      )}
      {found && (
        <Lines
          label={m.admin_dreams_find_found_label()}
          nothing={m.admin_dreams_find_empty()}
          lines={found.dreams.map((dream) => ({
            at: dream.asked_at,
            what: <a href={dreamAddress(dream.session_id)}>{nameOf(dream) || m.dreams_untitled()}</a>,
            detail: [dream.user_email, STATUS_TEXTS[dream.job_status]()].filter(Boolean).join(' · '),
          }))}
        />
      )}
    </search>
  );
}
