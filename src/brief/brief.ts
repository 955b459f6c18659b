import type { Capability } from '#capability.ts';
import { commands } from './commands.ts';
import { journalActs } from './journal-acts.ts';
import { renderSubscribeForm } from './pages/subscribe-form.ts';
import { publicResources } from './public-resources.ts';
import { routes } from './routes.ts';

export const brief: Capability = {
  name: 'brief',
  readerForm: (publication) => renderSubscribeForm(publication).toString(),
  publicResources,
  routes,
  navigation: [
    { path: '/newsroom/briefs', text: 'Brief', place: 80, who: 'editor' },
    { path: '/newsroom/subscribers', text: 'Subscribers', place: 130, who: 'chief' },
    { path: '/newsroom/mail-domain', text: 'Mail domain', place: 140, who: 'chief' },
  ],
  newsletter: () => import('./newsletter.ts'),
  commands,
  jobs: () => import('./jobs.ts'),
  emails: () => import('./email-parts.ts'),
  openApi: () => import('./openapi.ts'),
  keys: { signs: 'dkim', load: () => import('./keys.ts') },
  journalActs,
  changedPages: () => import('./changed-pages.ts'),
  holdCopy: () => import('./hold-copy.ts'),
};
