import { type Command, lazyCommand } from '#capability.ts';

const sections = () => import('./commands/sections.ts');
const settings = () => import('./commands/settings.ts');

/** The commands that change what the site is: its settings, its sections, its own pages. */
export const commands: readonly Command[] = [
  {
    words: 'settings list',
    takes: '',
    does: 'lists the settings of the site, such as its name, and where each comes from',
    run: lazyCommand(settings, 'listSettings'),
  },
  {
    words: 'settings set',
    takes: 'SETTING VALUE',
    does: 'changes a setting of the site; running servers show it within a second',
    run: lazyCommand(settings, 'setSetting'),
  },
  {
    words: 'settings reset',
    takes: 'SETTING',
    does: 'gives a setting of the site the value of the environment again',
    run: lazyCommand(settings, 'resetSetting'),
  },
  {
    words: 'settings logo',
    takes: 'FILE|none',
    does: 'makes a PNG the logo of the site, or removes it',
    run: lazyCommand(settings, 'setLogo'),
  },
  {
    words: 'sections list',
    takes: '',
    does: 'lists the sections in their order, then those that were retired, with their numbers of articles',
    run: lazyCommand(sections, 'listSections'),
  },
  {
    words: 'sections add',
    takes: 'NAME --about TEXT [--address SLUG]',
    does: 'adds a section after the others; running servers show it within a second',
    run: lazyCommand(sections, 'addOne'),
  },
  {
    words: 'sections rename',
    takes: 'SECTION NAME [--about TEXT]',
    does: 'changes the name of a section, and the line about it; its address stays',
    run: lazyCommand(sections, 'renameOne'),
  },
  {
    words: 'sections checklist',
    takes: 'SECTION [POINT …]',
    does: 'sets what people tick before an article of a section is published; without points it has no checklist',
    run: lazyCommand(sections, 'setChecklist'),
  },
  {
    words: 'sections order',
    takes: 'SECTION up|down',
    does: 'moves a section one place up or down',
    run: lazyCommand(sections, 'orderOne'),
  },
  {
    words: 'sections address',
    takes: 'SECTION SLUG',
    does: 'gives a section another address; the old one redirects',
    run: lazyCommand(sections, 'readdressOne'),
  },
  {
    words: 'sections retire',
    takes: 'SECTION [--to SECTION]',
    does: 'retires a section: its page redirects to another one or to the home page, and its articles stay',
    run: lazyCommand(sections, 'retireOne'),
  },
  {
    words: 'sections reopen',
    takes: 'SECTION',
    does: 'opens a retired section again, as the last one',
    run: lazyCommand(sections, 'reopenOne'),
  },
  {
    words: 'sections articles',
    takes: 'SECTION --to SECTION',
    does: 'moves the articles of a section to another one; their old addresses redirect',
    run: lazyCommand(sections, 'moveArticles'),
  },
  {
    words: 'pages list',
    takes: '',
    does: 'lists the custom pages, such as an imprint, with their ids and states',
    run: lazyCommand(sections, 'listPages'),
  },
  {
    words: 'pages add',
    takes: 'TITLE --about TEXT [--address SLUG]',
    does: 'files a custom page as a draft; write it in the newsroom',
    run: lazyCommand(sections, 'addPage'),
  },
];
