import { type Command, lazy } from '#runtime/command-line/lazy-command.ts';

const sections = () => import('./sections.ts');
const settings = () => import('./settings.ts');

/** The commands that change what the site is: its settings, its sections, its own pages. */
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
  {
    words: 'sections list',
    takes: '',
    does: 'lists the sections in their order, then those that were retired, with their numbers of articles',
    run: lazy(sections, 'listSections'),
  },
  {
    words: 'sections add',
    takes: 'NAME --about TEXT [--address SLUG]',
    does: 'adds a section after the others; running servers show it within a second',
    run: lazy(sections, 'addOne'),
  },
  {
    words: 'sections rename',
    takes: 'SECTION NAME [--about TEXT]',
    does: 'changes the name of a section, and the line about it; its address stays',
    run: lazy(sections, 'renameOne'),
  },
  {
    words: 'sections order',
    takes: 'SECTION up|down',
    does: 'moves a section one place up or down',
    run: lazy(sections, 'orderOne'),
  },
  {
    words: 'sections address',
    takes: 'SECTION SLUG',
    does: 'gives a section another address; the old one redirects',
    run: lazy(sections, 'readdressOne'),
  },
  {
    words: 'sections retire',
    takes: 'SECTION [--to SECTION]',
    does: 'retires a section: its page redirects to another one or to the home page, and its articles stay',
    run: lazy(sections, 'retireOne'),
  },
  {
    words: 'sections reopen',
    takes: 'SECTION',
    does: 'opens a retired section again, as the last one',
    run: lazy(sections, 'reopenOne'),
  },
  {
    words: 'sections articles',
    takes: 'SECTION --to SECTION',
    does: 'moves the articles of a section to another one; their old addresses redirect',
    run: lazy(sections, 'moveArticles'),
  },
  {
    words: 'pages list',
    takes: '',
    does: 'lists the pages of one’s own, such as an imprint, with their ids and states',
    run: lazy(sections, 'listPages'),
  },
  {
    words: 'pages add',
    takes: 'TITLE --about TEXT [--address SLUG]',
    does: 'files a page of one’s own as a draft, to be written in the newsroom',
    run: lazy(sections, 'addPage'),
  },
];
