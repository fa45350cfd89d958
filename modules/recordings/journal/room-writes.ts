import type { Dream, DreamEnd, DreamRepository, DreamStart, SpokenPrompt } from '../../dreams/dreams.ts';
import type { ControlValue } from '../../protocol/controls.ts';

/** A room's write as data, so that it can be kept on disk until the database has it. */
export type RoomWrite =
  | ({ kind: 'prompt' } & SpokenPrompt)
  /** verdict on a prompt that was stored before moderation */
  | { kind: 'prompt-passed' | 'prompt-refused'; position: number }
  | { kind: 'prompt-shown'; position: number; frameId: number; shownAt: number }
  | {
      kind: 'control';
      position: number;
      name: string;
      label: string;
      value: ControlValue;
      changedAt: number;
      frameId: number | null;
    }
  | { kind: 'control-shown'; position: number; frameId: number }
  | { kind: 'sound'; position: number; text: string; heardAt: number }
  | ({ kind: 'running' } & DreamStart)
  | ({ kind: 'end' } & DreamEnd);

/**
 * Stores one write. Idempotent, even when all of a dream's writes are replayed in order.
 * @param node the room's node; a dream that another server has taken over stays unchanged
 */
export async function storeWrite(
  repository: DreamRepository,
  { id: dreamId, node }: Pick<Dream, 'id' | 'node'>,
  write: RoomWrite,
): Promise<void> {
  switch (write.kind) {
    case 'prompt': {
      const { kind: _, ...prompt } = write;
      return repository.recordPrompt({ dreamId, ...prompt });
    }
    case 'prompt-passed':
      return repository.recordPromptPassed(dreamId, write.position);
    case 'prompt-refused':
      return repository.dropRefusedPrompt(dreamId, write.position);
    case 'prompt-shown':
      return repository.recordPromptShown(dreamId, write.position, write.frameId, write.shownAt);
    case 'control': {
      const { kind: _, ...change } = write;
      return repository.recordControl({ dreamId, ...change });
    }
    case 'control-shown':
      return repository.recordControlShown(dreamId, write.position, write.frameId);
    case 'sound': {
      const { kind: _, ...sound } = write;
      return repository.recordSound({ dreamId, ...sound });
    }
    case 'running': {
      const { kind: _, ...start } = write;
      return repository.markRunning(dreamId, start, node);
    }
    case 'end': {
      const { kind: _, ...end } = write;
      await repository.finish(dreamId, end, node);
    }
  }
}
