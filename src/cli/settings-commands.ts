import { type Command, lazy } from './lazy-command.ts';

const settings = () => import('./settings.ts');

/** The commands that change what the site is. */
export const SETTINGS_COMMANDS: readonly Command[] = [
  {
    words: 'settings list',
    takes: '',
    does: 'lists the settings of the site, such as its name, and where each comes from',
    run: lazy(settings, 'listSettings'),
  },
  {
    words: 'settings set',
    takes: 'SETTING VALUE',
    does: 'changes a setting of the site; running servers show it within a second',
    run: lazy(settings, 'setSetting'),
  },
  {
    words: 'settings reset',
    takes: 'SETTING',
    does: 'gives a setting of the site the value of the environment again',
    run: lazy(settings, 'resetSetting'),
  },
  {
    words: 'settings logo',
    takes: 'FILE|none',
    does: 'makes a PNG the logo of the site, or removes it',
    run: lazy(settings, 'setLogo'),
  },
];
