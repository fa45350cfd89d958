import { type FormEvent, useCallback, useEffect, useState } from 'react';
import type { FoundDreamsAnswer } from '../../../modules/admin/contract/dream.ts';
import { nameOf } from '../../../modules/dreams/contract/sort.ts';
import { failureText } from '../../../modules/kit/browser/api.ts';
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
      setFault(failureText(error, 'The dreams could not be searched.'));
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
          className="admin-input"
          aria-label="Find a dream"
          placeholder="Find a dream: its id, job, person, worker or name, or a file’s watermark or hash"
          value={words}
          maxLength={200}
          onChange={(event) => {
            setWords(event.target.value);
            if (event.target.value === '') setFound(null);
          }}
        />
        <button type="submit" className="admin-button">
          Find
        </button>
        <button type="button" className="admin-button" onClick={() => void find(words, 'findWords')}>
          Find in what was said
        </button>
      </form>
      {fault && (
        <p className="field-fault" role="alert">
          {fault}
        </p>
      )}
      {found && (
        <Lines
          label="Dreams found"
          nothing="No dream was found."
          lines={found.dreams.map((dream) => ({
            at: dream.asked_at,
            what: <a href={dreamAddress(dream.session_id)}>{nameOf(dream) || 'untitled'}</a>,
            detail: [dream.user_email, dream.job_status].filter(Boolean).join(' · '),
          }))}
        />
      )}
    </search>
  );
}
