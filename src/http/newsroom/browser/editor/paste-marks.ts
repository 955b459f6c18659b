import type { Script } from './raised.ts';

/** What is meant by the elements around a piece of pasted text. */
export type Marks = {
  em: boolean;
  strong: boolean;
  code: boolean;
  struck: boolean;
  href: string | null;
  script: Script | null;
  /** The symbol font it is shown in. */
  symbols: string | null;
  isHeading: boolean;
};

export const NO_MARKS: Marks = {
  em: false,
  strong: false,
  code: false,
  struck: false,
  href: null,
  script: null,
  symbols: null,
  isHeading: false,
};

export function withMarks(marks: Marks, element: Element, style: string): Marks {
  const name = element.nodeName;
  const weight = styleValue(style, 'font-weight');
  const slant = styleValue(style, 'font-style');
  const isStrong = weight
    ? /^(?:bold|bolder|[6-9]00)$/.test(weight)
    : name === 'B' || name === 'STRONG' || marks.strong;
  return {
    ...marks,
    strong: isStrong,
    em: slant ? slant !== 'normal' : name === 'I' || name === 'EM' || name === 'CITE' || marks.em,
    code: marks.code || /^(?:CODE|KBD|SAMP|TT)$/.test(name),
    struck: marks.struck || /^(?:S|STRIKE)$/.test(name) || /text-decoration(?:-line)?:[^;]*line-through/i.test(style),
    href: name === 'A' ? addressOf(element.getAttribute('href') ?? '') : marks.href,
    script: scriptOf(name, styleValue(style, 'vertical-align')) ?? marks.script,
    symbols: symbolFont(style, marks.symbols),
  };
}

function styleValue(style: string, property: string): string | undefined {
  return new RegExp(`(?<![\\w-])${property}:\\s*([a-z0-9-]+)`, 'i').exec(style)?.[1]?.toLowerCase();
}

function scriptOf(name: string, align: string | undefined): Script | null {
  if (name === 'SUP' || align === 'super') return 'sup';
  return name === 'SUB' || align === 'sub' ? 'sub' : null;
}

/** Word names the font of an inserted sign apart from the font around it. */
function symbolFont(style: string, around: string | null): string | null {
  const named = /mso-symbol-font-family:\s*["']?(Symbol|Wingdings)(?!\s*\d)\b/i.exec(style);
  if (named) return named[1] ?? null;
  const font = /(?<![\w-])font-family:\s*["']?([^;"',]*)/i.exec(style)?.[1]?.trim();
  return font === undefined ? around : (/^(?:Symbol|Wingdings)$/i.exec(font)?.[0] ?? null);
}

/** An https address, taken out of the redirect that Google Docs puts around it; null for any other. */
export function addressOf(href: string): string | null {
  const url = URL.parse(href);
  if (url?.hostname === 'www.google.com' && url.pathname === '/url') return addressOf(url.searchParams.get('q') ?? '');
  return url?.protocol === 'https:' && !url.username && !url.password ? url.href : null;
}
