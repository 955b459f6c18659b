import { lazy, type PublicResources } from '#http/route.ts';

// Each file is imported at the first request for one of its handlers.
const api = () => import('./api-pages.ts');

export const publicResources: PublicResources = {
  files: [{ path: '/openapi.json', type: 'application/json', handler: lazy(api, 'readOpenApi') }],
};
