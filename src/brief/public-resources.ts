import { lazy, type PublicResources } from '#http/route.ts';

// Each file is imported at the first request for one of its handlers.
const archive = () => import('./pages/archive.ts');

export const publicResources: PublicResources = {
  pages: [
    {
      path: '/brief',
      title: 'Field Brief',
      handler: lazy(archive, 'readBriefArchive'),
      footer: 'Field Brief',
    },
  ],
  files: [
    { path: '/brief/rss.xml', type: 'application/rss+xml', handler: lazy(archive, 'readBriefRss') },
    { path: '/api/v1/public/briefs', type: 'application/json', handler: lazy(archive, 'readBriefIndex') },
  ],
};
