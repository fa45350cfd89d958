import { useEffect, useId, useRef, useState } from 'react';
import { m } from '../../modules/kit/texts/m.ts';
import { SCORE_NAME_MAX } from '../../modules/scores/contract/limits.ts';
import type { KeptScore } from '../../modules/scores/contract/schemas.ts';
import { CloseIcon } from '../ui/icons.tsx';
import type { EditedScore } from './shots.ts';
import { useScoreFiles } from './use-score-files.ts';

interface ScoreFilesProps {
  score: EditedScore;
  onOpen: (score: EditedScore) => void;
  /** true for operators, who may offer scores to everyone */
  operator: boolean;
}

/** Saving, opening, importing and exporting. */
export function ScoreFiles({ score, onOpen, operator }: ScoreFilesProps) {
  const files = useScoreFiles(score, onOpen);
  const { list } = files;
  const name = useRef<HTMLInputElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const [example, setExample] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useEffect(() => {
    if (isOpen) void list();
  }, [isOpen]);
  const isEmpty = score.shots.length === 0;
  return (
    <details className="score-files" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{m.scores_files()}</summary>
      <form
        className="score-line"
        onSubmit={(event) => {
          event.preventDefault();
          void files.save(name.current?.value ?? '', operator ? example : undefined);
        }}
      >
        <label className="visually-hidden" htmlFor={`${id}-name`}>
          {m.scores_name()}
        </label>
        <input
          ref={name}
          id={`${id}-name`}
          className="field"
          key={score.name}
          defaultValue={score.name}
          placeholder={m.scores_name()}
          maxLength={SCORE_NAME_MAX}
          dir="auto"
        />
        <button type="submit" className="button" disabled={files.busy || isEmpty}>
          {m.scores_save()}
        </button>
      </form>
      {operator && (
        <label className="score-example">
          <input type="checkbox" checked={example} onChange={() => setExample(!example)} />
          {m.scores_example()}
        </label>
      )}
      {files.note && (
        <p className={files.note.isFault ? 'score-note field-fault' : 'score-note'} role="status">
          {files.note.text}
        </p>
      )}
      {files.kept && (
        <KeptScores kept={files.kept} openId={files.openId} onOpen={files.open} onRemove={files.remove} />
      )}
      <div className="score-line">
        <input
          ref={file}
          type="file"
          hidden
          accept=".json,.srt,application/json,application/x-subrip,text/plain"
          onChange={({ target }) => {
            const [given] = target.files ?? [];
            if (given) void files.importFile(given);
            target.value = '';
          }}
        />
        <button
          type="button"
          className="button button-quiet"
          disabled={files.busy}
          onClick={() => file.current?.click()}
        >
          {m.scores_import()}
        </button>
        <button
          type="button"
          className="button button-quiet"
          disabled={isEmpty}
          onClick={() => files.exportAs('json')}
        >
          {m.scores_export_json()}
        </button>
        <button
          type="button"
          className="button button-quiet"
          disabled={isEmpty}
          onClick={() => files.exportAs('srt')}
        >
          {m.scores_export_srt()}
        </button>
      </div>
    </details>
  );
}

interface KeptScoresProps {
  kept: readonly KeptScore[];
  openId: string | null;
  onOpen: (one: KeptScore) => void;
  onRemove: (one: KeptScore) => void;
}

function KeptScores({ kept, openId, onOpen, onRemove }: KeptScoresProps) {
  if (kept.length === 0) return <p className="score-hint">{m.scores_none()}</p>;
  return (
    <ul className="score-kept">
      {kept.map((one) => (
        <li key={one.id} aria-current={one.id === openId || undefined}>
          <button type="button" className="score-kept-name" onClick={() => onOpen(one)}>
            <span dir="auto">{one.name}</span>
            <small>
              {one.own ? m.scores_count({ count: one.shots }) : m.scores_count_example({ count: one.shots })}
            </small>
          </button>
          {one.own && (
            <button
              type="button"
              className="icon-button"
              aria-label={m.scores_remove({ name: one.name })}
              title={m.scores_remove({ name: one.name })}
              onClick={() => onRemove(one)}
            >
              <CloseIcon />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
