import { get, lazy, type Route } from '#http/route.ts';

// Each file is imported at the first request for one of its handlers.
const weeks = () => import('./newsroom/weekly-stats.ts');

export const routes: readonly Route[] = [get('/newsroom/weeks', lazy(weeks, 'showWeeks'), 'editor')];
