import type { DreamRepository } from '../../dreams/dreams.ts';
import { jsonFile, type PersonalData, personalRow } from '../../kit/personal-data.ts';
import type { ContentLogStore } from './content-log-store.ts';

/** Content log entries of a person's dreams. */
export function createRecordingsPersonalData(
  contentLog: Pick<ContentLogStore, 'listFilesOf'>,
  repository: Pick<DreamRepository, 'listIdsOf'>,
): PersonalData {
  return {
    async *files(userId) {
      const ids = await repository.listIdsOf(userId);
      const files = ids.length > 0 ? await contentLog.listFilesOf(ids) : [];
      if (files.length === 0) return;
      yield jsonFile(
        'files.json',
        files.map((file) => personalRow(file)),
      );
    },

    // The foreign key clears each row's dream, and the dreams are erased next.
    async erase() {},
  };
}
