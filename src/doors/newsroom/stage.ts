import type { Status } from '../../article/filed.ts';

/** Where an article stands, in the newsroom's words, in the order the board has them: what asks for somebody first. */
export const STAGES: readonly { status: Status; name: string; none: string }[] = [
  { status: 'changed', name: 'Newer copy waiting', none: 'No published article has newer copy waiting.' },
  {
    status: 'draft',
    name: 'Drafts',
    none: 'No drafts. One appears here as soon as it is filed, by a person or an agent.',
  },
  { status: 'published', name: 'Published', none: 'Nothing is published. Open a draft and publish a revision of it.' },
  { status: 'unpublished', name: 'Unpublished', none: 'Nothing has been taken back from readers.' },
];

/** What an article's stage means for its readers. */
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
