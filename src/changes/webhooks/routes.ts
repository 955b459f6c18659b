import { get, lazy, post, type Route } from '#http/route.ts';
import { confirmed } from '#people/newsroom/confirmed.ts';

// Each file is imported at the first request for one of its handlers.
const acts = () => import('./newsroom/webhook-acts.ts');
const list = () => import('./newsroom/integrations-page.ts');
const page = () => import('./newsroom/webhook-page.ts');

export const routes: readonly Route[] = [
  get('/newsroom/integrations', lazy(list, 'showIntegrations'), 'chief'),
  post('/newsroom/integrations', 'chief', confirmed(lazy(acts, 'postWebhook'))),
  get('/newsroom/integrations/:integrationId', lazy(page, 'showWebhook'), 'chief'),
  post('/newsroom/integrations/:integrationId/test', 'chief', confirmed(lazy(acts, 'postTest')), 'check'),
  post('/newsroom/integrations/:integrationId/rotate', 'chief', confirmed(lazy(acts, 'postRotation'))),
  post('/newsroom/integrations/:integrationId/off', 'chief', confirmed(lazy(acts, 'postOff'))),
  post('/newsroom/integrations/:integrationId/on', 'chief', confirmed(lazy(acts, 'postOn'))),
  post('/newsroom/integrations/:integrationId/remove', 'chief', confirmed(lazy(acts, 'postWebhookRemoval'))),
];
