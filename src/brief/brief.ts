import type { Capability } from '#http/capability.ts';
import { budgets } from './budgets.ts';
import { commands } from './commands.ts';
import { journalActs } from './journal-acts.ts';
import { metrics } from './metrics.ts';
import { renderSubscribeForm } from './pages/subscribe-form.ts';
import { publicResources } from './public-resources.ts';
import { routes } from './routes.ts';
import { tables } from './tables.ts';

export const brief: Capability = {
  name: 'brief',
  readerForm: (publication) => renderSubscribeForm(publication).toString(),
  placements: () => import('./pages/placements.ts'),
  publicResources,
  routes,
  budgets,
  navigation: [
    {
      path: '/newsroom/briefs',
      text: 'Field Brief',
      group: 'audience',
      place: 10,
      who: 'editor',
      words: 'newsletter email issue send',
      icon: 'brief',
    },
    {
      path: '/newsroom/subscribers',
      text: 'Subscribers',
      group: 'audience',
      place: 20,
      who: 'chief',
      words: 'readers members list growth chart',
      icon: 'subscribers',
    },
    {
      path: '/newsroom/subscribers/import',
      text: 'Add subscribers',
      group: 'acts',
      place: 70,
      who: 'chief',
      words: 'import list csv address mailchimp ghost substack',
    },
    {
      path: '/newsroom/subscribers/export',
      text: 'Export subscribers',
      group: 'acts',
      place: 71,
      who: 'chief',
      words: 'csv download list suppressed',
    },
    {
      path: '/newsroom/mail-domain',
      text: 'Sending domain',
      group: 'email',
      place: 10,
      who: 'chief',
      words: 'mail domain dkim spf dmarc dns',
    },
  ],
  waiting: () => import('./newsroom/waiting.ts'),
  dayLines: () => import('./newsroom/day-lines.ts'),
  finder: () => import('./newsroom/find-subscribers.ts'),
  newsletter: () => import('./newsletter.ts'),
  commands,
  jobs: () => import('./jobs.ts'),
  emails: () => import('./email-parts.ts'),
  openApi: () => import('./openapi.ts'),
  keys: { signs: 'dkim', load: () => import('./keys.ts') },
  journalActs,
  tables,
  metrics,
  datedPages: () => import('./dated-pages.ts'),
  holdCopy: () => import('./hold-copy.ts'),
};
