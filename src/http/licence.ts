import { escapeXml } from '#core/xml.ts';
import type { Publication } from '#runtime/config/config.ts';

// What others may do with the articles, from the one setting CONTENT_LICENCE. Every form of it is derived here.

export type Licence = {
  name: string;
  /** The terms, for people. */
  url: string;
  /** Whether the articles may be listed by search engines, used in answers of models, and used to train models. */
  search: boolean;
  aiInput: boolean;
  aiTrain: boolean;
};

type Terms = Pick<Licence, 'name' | 'aiInput' | 'aiTrain'> & { url?: string };

const TERMS: Record<Publication['licence'], Terms> = {
  reserved: { name: 'All rights reserved', aiInput: true, aiTrain: false },
  'search-only': { name: 'All rights reserved', aiInput: false, aiTrain: false },
  'cc-by-4.0': {
    name: 'CC BY 4.0',
    url: 'https://creativecommons.org/licenses/by/4.0/',
    aiInput: true,
    aiTrain: true,
  },
  'cc0-1.0': {
    name: 'CC0 1.0',
    url: 'https://creativecommons.org/publicdomain/zero/1.0/',
    aiInput: true,
    aiTrain: true,
  },
};

export function licenceOf({ licence, baseUrl }: Publication): Licence {
  const { url = `${baseUrl}/standards#reuse`, ...terms } = TERMS[licence];
  return { ...terms, url, search: true };
}

/** The value of `Content-Signal`, in robots.txt and as a header of Markdown (contentsignals.org). */
export function contentSignal(publication: Publication): string {
  const { search, aiInput, aiTrain } = licenceOf(publication);
  const answer = (isAllowed: boolean) => (isAllowed ? 'yes' : 'no');
  return `search=${answer(search)}, ai-input=${answer(aiInput)}, ai-train=${answer(aiTrain)}`;
}

/** The licence in RSL 1.0: at most one element of each kind, its tokens separated by spaces (section 3.5). */
export function rslXml(publication: Publication): string {
  const { name, url, search, aiInput, aiTrain } = licenceOf(publication);
  const uses: [token: string, isAllowed: boolean][] = [
    ['search', search],
    ['ai-input', aiInput],
    ['ai-train', aiTrain],
  ];
  const tokens = (isAllowed: boolean) => uses.filter((use) => use[1] === isAllowed).map(([token]) => token);
  const element = (tag: string, listed: string[]) =>
    listed.length > 0 ? `\n      <${tag} type="usage">${listed.join(' ')}</${tag}>` : '';
  const isOpen = name.startsWith('CC');
  const payment = isOpen
    ? `<payment type="${name === 'CC BY 4.0' ? 'attribution' : 'free'}">
        <standard>${escapeXml(url)}</standard>
      </payment>`
    : '<payment type="attribution"/>';
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsl xmlns="https://rslstandard.org/rsl">
  <content url="/">
    <license>${element('permits', tokens(true))}${element('prohibits', tokens(false))}
      ${payment}
    </license>
    <copyright type="organization">${escapeXml(publication.name)}</copyright>
    <terms>${escapeXml(url)}</terms>
  </content>
</rsl>
`;
}

/** Whether rights of text and data mining are reserved (TDM Reservation Protocol): where training is not allowed. */
export function tdmRep(publication: Publication) {
  const { url, aiTrain } = licenceOf(publication);
  return [
    aiTrain ? { location: '/', 'tdm-reservation': 0 } : { location: '/', 'tdm-reservation': 1, 'tdm-policy': url },
  ];
}

/** One line for feeds. */
export function rightsLine(publication: Publication): string {
  const { name, url } = licenceOf(publication);
  return `${publication.name}. ${name}: ${url}`;
}

/** What readers and agents may do, in words. */
export function licenceWords(publication: Publication): string {
  const { name, url, aiInput, aiTrain } = licenceOf(publication);
  if (aiTrain) {
    const credit = name === 'CC BY 4.0' ? ' Name the article and its address.' : '';
    return `Published articles are licensed under ${name} (${url}): anybody may copy, quote and index them, use them in answers and train models with them.${credit}`;
  }
  const answers = aiInput
    ? ' and used to answer a reader’s question; they may not be used for training.'
    : '. They may be used neither in answers of models nor for training.';
  return `Published articles may be indexed for search${answers}`;
}
