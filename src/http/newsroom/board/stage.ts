import type { Status } from '../../../article/model/article-rows.ts';
import type { Stage } from '../../../article/model/stage.ts';

/** Where an article stands, in the newsroom's words: as a heading, in a sentence, and where nothing stands there. */
export const STAGE_WORDS: Record<Stage, { name: string; none: string }> = {
  draft: { name: 'Drafts', none: 'No drafts. One appears here as soon as it is filed, by a person or an agent.' },
  in_review: { name: 'In review', none: 'Nothing waits for a review.' },
  changes_requested: { name: 'Changes requested', none: 'Nobody was asked to change anything.' },
  approved: { name: 'Approved', none: 'Nothing approved waits to go out.' },
  scheduled: { name: 'Scheduled', none: 'Nothing is scheduled.' },
  changed: { name: 'Newer copy waiting', none: 'No published article has newer copy waiting.' },
  published: { name: 'Published', none: 'Nothing is published. Open a draft and publish a revision of it.' },
  unpublished: { name: 'Unpublished', none: 'Nothing has been taken back from readers.' },
};

/** What an article's status means for its readers. */
export function stageWords(status: Status, liveRevision: number | null, latest: number): string {
  switch (status) {
    case 'draft':
      return 'Draft. Readers have never seen it.';
    case 'published':
      return `Published. Readers see revision ${liveRevision}, the latest.`;
    case 'changed':
      return `Published. Readers see revision ${liveRevision}; revision ${latest} is waiting.`;
    case 'unpublished':
      return 'Unpublished. Readers saw it once; its address answers 404 now.';
  }
}
