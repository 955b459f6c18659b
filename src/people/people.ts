import type { Capability } from '#http/capability.ts';
import { budgets } from './budgets.ts';
import { commands } from './commands.ts';
import { journalActs } from './journal-acts.ts';
import { routes } from './routes.ts';
import { tables } from './tables.ts';

export const people: Capability = {
  name: 'people',
  routes,
  budgets,
  navigation: [
    {
      path: '/newsroom/team',
      text: 'Team',
      group: 'people',
      place: 10,
      who: 'chief',
      words: 'staff people masthead roles users editors writers members',
    },
    {
      path: '/newsroom/bylines',
      text: 'Bylines',
      group: 'people',
      place: 20,
      who: 'chief',
      words: 'authors signature portrait biography',
    },
    {
      path: '/newsroom/profile',
      text: 'Your profile',
      group: 'account',
      place: 10,
      who: 'person',
      words: 'name email zone notifications account',
    },
    {
      path: '/newsroom/password',
      text: 'Password',
      group: 'account',
      place: 20,
      who: 'person',
      words: 'change password',
    },
    {
      path: '/newsroom/second-factor',
      text: 'Two-factor authentication',
      group: 'account',
      place: 30,
      who: 'person',
      words: 'second factor passkey totp code security',
    },
    {
      path: '/newsroom/sessions',
      text: 'Where you are signed in',
      group: 'account',
      place: 40,
      who: 'person',
      words: 'sessions browsers devices sign out',
    },
    {
      path: '/newsroom/team#invite',
      text: 'Invite a person',
      group: 'acts',
      place: 60,
      who: 'chief',
      words: 'add staff writer editor user team',
    },
  ],
  finder: () => import('./newsroom/find-people.ts'),
  commands,
  emails: () => import('./email-parts.ts'),
  keys: { load: () => import('./keys.ts') },
  journalActs,
  nameSubjects: () => import('./name-subjects.ts'),
  tables,
};
