import type { DreamRepository } from '../../dreams/dreams.ts';
import { jsonFile, type PersonalData, personalRow } from '../../kit/personal-data.ts';
import type { ExportsStore } from '../exports/exports-store.ts';
import type { ContentLogStore } from './content-log-store.ts';

interface RecordingsPersonalDeps {
  contentLog: Pick<ContentLogStore, 'listFilesOf'>;
  exports: Pick<ExportsStore, 'listOfDreams'>;
  repository: Pick<DreamRepository, 'listIdsOf'>;
}

/** Content log entries and exports of a person's dreams. */
export function createRecordingsPersonalData(deps: RecordingsPersonalDeps): PersonalData {
  return {
    async *files(userId) {
      const ids = await deps.repository.listIdsOf(userId);
      if (ids.length === 0) return;
      const files = await deps.contentLog.listFilesOf(ids);
      if (files.length > 0) {
        yield jsonFile(
          'files.json',
          files.map((file) => personalRow(file)),
        );
      }
      const exported = await deps.exports.listOfDreams(ids);
      if (exported.length > 0) {
        yield jsonFile(
          'exports.json',
          exported.map((row) => personalRow(row)),
        );
      }
    },

    // Foreign keys clear each logged file's dream and delete the exports, and the dreams are erased next.
    async erase() {},
  };
}
