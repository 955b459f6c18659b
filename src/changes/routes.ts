import { get, lazy, type Route } from '#http/route.ts';

// Each file is imported at the first request for one of its handlers.
const changes = () => import('./pages/changes.ts');

export const routes: readonly Route[] = [get('/api/v1/public/changes', lazy(changes, 'readChangesJson'))];
