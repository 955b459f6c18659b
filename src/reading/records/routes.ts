import { cached, get, lazy, type Route } from '#http/route.ts';

// Each file is imported at the first request for one of its handlers.
const records = () => import('./pages/records.ts');
const revisions = () => import('./revisions/revisions.ts');

export const routes: readonly Route[] = [
  get('/.well-known/jwks.json', lazy(records, 'readKeySet')),
  get('/.well-known/record-keys.json', lazy(records, 'readKeyHistory')),
  get('/.well-known/record-keys/:file', lazy(records, 'readKeyPem')),
  cached('/:section/:slug/r/:revision/record.json', lazy(records, 'readRecord')),
  cached('/:section/:slug/r/:revision', lazy(revisions, 'readRevision')),
];
