import { articleUrl } from '#article/addresses.ts';
import { sectionName } from '#article/section.ts';
import type { BriefContent, BriefStory } from '#brief/issues/brief-record.ts';
import type { BriefGateSite } from '#brief/issues/gate.ts';
import type { PrintedBrief } from '#brief/issues/test-email.ts';
import type { ShownNumber } from '#evidence/number-of-the-week.ts';
import { longDate } from '#html/html.ts';
import { blocksWithText, foldSpace, type Inline, listItems, readLetter } from '#html/inline.ts';
import {
  type BriefEmail,
  type BriefPersonal,
  renderBriefHtml,
  SPONSOR_LABEL,
  STORIES_BEFORE_SPONSOR,
} from './brief-html.ts';

/** Characters in a line of plain text; an address is never broken. */
const LINE = 72;

/** The plain part of the email for one subscriber. */
export function renderBriefText(email: BriefEmail, { unsubscribeUrl, preferencesUrl }: BriefPersonal): string {
  const { publication, postalAddress, content } = email;
  const { baseUrl, name } = publication;
  return flowed([
    `${name.toUpperCase()}: FIELD BRIEF NO. ${content.number}`,
    `${longDate(content.day)}\nOn the web: ${baseUrl}/brief/${content.day}`,
    ...bodyParagraphs(email),
    '* * *',
    `You get this because your address is on the list of the Field Brief of ${name}. It does not track whether you open it or what you click.`,
    `Unsubscribe: ${unsubscribeUrl}\nChange what you get: ${preferencesUrl}\nEarlier briefs: ${baseUrl}/brief`,
    ...(postalAddress ? [postalAddress] : []),
  ]);
}

/** The subject of the email on one line; `[Test]` before that of a test. */
export function briefSubject({ subject, number }: BriefContent, isTest = false): string {
  const words = foldSpace(subject) || `Field Brief ${number}`;
  return isTest ? `[Test] ${words}` : words;
}

/** Personal addresses that lead nowhere: no subscriber has this token. */
export function deadLinks(baseUrl: string): BriefPersonal {
  return { unsubscribeUrl: `${baseUrl}/brief/unsubscribe/test`, preferencesUrl: `${baseUrl}/brief/preferences/test` };
}

/** A test email: marked in its subject, with dead links. */
export async function printBriefTest(email: BriefEmail): Promise<PrintedBrief> {
  const links = deadLinks(email.publication.baseUrl);
  return {
    subject: briefSubject(email.content, true),
    html: await renderBriefHtml(email, links),
    text: renderBriefText(email, links),
  };
}

/** What the gate knows of an email's size: the HTML with the longest personal addresses, and the words of the plain part. */
export function measureBrief(email: Omit<BriefEmail, 'content'>): BriefGateSite['measure'] {
  const long = `${email.publication.baseUrl}/brief/unsubscribe/${'x'.repeat(64)}`;
  return async (content) => {
    const printed = await renderBriefHtml({ ...email, content }, { unsubscribeUrl: long, preferencesUrl: long });
    return { htmlBytes: Buffer.byteLength(printed), plain: bodyParagraphs({ ...email, content }).join('\n') };
  };
}

function bodyParagraphs({ publication, content }: BriefEmail): string[] {
  const { intro, corrections, stories, sponsor, numberOfTheWeek } = content;
  const url = (place: { section: string; slug: string }) => articleUrl(publication, place);
  const story = (item: BriefStory) =>
    [
      sectionName(item.section).toUpperCase(),
      item.headline,
      item.sentence || item.dek,
      ...(item.disclosure ? [`Sponsorship: ${item.disclosure}`] : []),
      url(item),
    ].join('\n');
  const blocks = blocksWithText(intro).map(({ type, text }) => {
    if (type !== 'list') return type === 'quote' ? `“${inlineText(text)}”` : inlineText(text);
    const { ordered, items, numbers } = listItems(text);
    return items.map((item, at) => `${ordered ? `${numbers[at]}.` : '-'} ${inlineText(item)}`).join('\n');
  });
  return [
    ...blocks,
    ...stories.slice(0, STORIES_BEFORE_SPONSOR).map(story),
    ...(sponsor ? [`${SPONSOR_LABEL.toUpperCase()}: ${sponsor.name}\n${sponsor.text}\n${sponsor.url}`] : []),
    ...stories.slice(STORIES_BEFORE_SPONSOR).map(story),
    ...(numberOfTheWeek ? [numberText(numberOfTheWeek, url(numberOfTheWeek))] : []),
    ...(corrections.length > 0 ? ['CORRECTIONS'] : []),
    ...corrections.map(
      (correction) =>
        `${correction.headline}\n${longDate(correction.at, publication.timeZone)}: ${correction.note}\n${url(correction)}`,
    ),
  ];
}

function numberText({ text, sentence, quote, source }: ShownNumber, url: string): string {
  return `NUMBER OF THE WEEK: ${text}\n${sentence}\n“${quote}”\n${source.title}: ${source.url}\n${url}`;
}

/** Text without marks; the address of a link follows its words, unless it is those words. */
function inlineText(text: string): string {
  const links: { address: string; words: string }[] = [];
  const printed = (part: Inline): string => {
    const link = links.at(-1);
    if (part.kind === 'text' || part.kind === 'code') {
      if (link) link.words += part.text;
      return part.text;
    }
    if (part.mark !== 'link') return '';
    if (part.kind === 'open') links.push({ address: part.href.replace(/^mailto:/, ''), words: '' });
    else links.pop();
    return part.kind === 'close' && link && link.words !== link.address ? ` <${link.address}>` : '';
  };
  return readLetter(text).map(printed).join('');
}

/** Paragraphs in lines of at most 72 characters, separated by empty lines (RFC 3676, 4). */
function flowed(paragraphs: readonly string[]): string {
  const lines = paragraphs.map((paragraph) => paragraph.split('\n').flatMap(wrap).join('\r\n'));
  return `${lines.join('\r\n\r\n')}\r\n`;
}

function wrap(line: string): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of foldSpace(line).split(' ')) {
    if (current !== '' && current.length + word.length + 1 > LINE) {
      lines.push(`${current} `);
      current = word;
    } else current = current === '' ? word : `${current} ${word}`;
  }
  return [...lines, current].map(stuffed);
}

/** A line that begins with a space, `>` or `From ` gets a space before it, which the reader's program takes off (RFC 3676, 4.4). */
function stuffed(line: string): string {
  return /^(?: |>|From )/.test(line) ? ` ${line}` : line;
}
