import MarkdownIt from 'markdown-it';
import { Failure } from '#core/failure.ts';
import { LONGEST_BODY, shortenData } from './html-tokens.ts';

// Markdown of other systems as HTML. Its HTML is hostile until it has been read: it is never shown.

const parser = new MarkdownIt('default', { html: true, linkify: false, typographer: false });
parser.validateLink = () => true; // bodyToCopy reads each address

/** CommonMark with tables, and HTML as it is. @throws validation_failed when it is too long */
export function markdownToHtml(text: string): string {
  const short = shortenData(text);
  if (short.length > LONGEST_BODY)
    throw new Failure('validation_failed', `The text has more than ${LONGEST_BODY / 1024 ** 2} million characters.`);
  return parser.render(short);
}
