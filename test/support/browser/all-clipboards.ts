import { type Clipboard, DOCS, PLAIN, WEB, WORD } from './clipboards.ts';
import { EXCEL, PAGES, WORD_REPORT } from './clipboards-office.ts';
import { DOCS_REPORT, ENCYCLOPAEDIA, NOTION, SLACK } from './clipboards-web.ts';

/** All clipboards, by the application that filled them. */
export const CLIPBOARDS: Readonly<Record<string, Clipboard>> = {
  Word: WORD,
  'a report of Word': WORD_REPORT,
  Excel: EXCEL,
  Pages: PAGES,
  'Google Docs': DOCS,
  'a report of Google Docs': DOCS_REPORT,
  Notion: NOTION,
  Slack: SLACK,
  'a page of the web': WEB,
  'an encyclopaedia': ENCYCLOPAEDIA,
  'plain text': PLAIN,
};
