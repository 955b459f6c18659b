import { html } from 'hono/html';
import type { Html } from '#html/html.ts';

// A window of 1440 × 900 pixels on the page where an ad runs. All pictures have one scale; what is measured is the page as readers see it.

const [WIDTH, HEIGHT] = [1440, 900];
/** The plumb line, the margin on its left, and the text on its right. */
const [LINE, MARGIN, TEXT, END] = [392, 112, 420, 1328];

/** Headlines, lines of text and rules are paths along their middle; pictures are filled. */
type Picture = { name: string; ad: string; head: string; text: string; rule: string; fill: string; bob?: true };

const across = (x: number, y: number, length: number) => `M${x} ${y}h${length}`;
const box = (x: number, y: number, width: number, height: number) => `M${x} ${y}h${width}v${height}h${-width}z`;

/** Lines of a paragraph; the last one is shorter. */
function lines(x: number, y: number, length: number, count: number): string {
  return Array.from({ length: count }, (_, row) =>
    across(x, y + row * 32, row === count - 1 ? length * 0.6 : length),
  ).join('');
}

/** By the ids of the catalog's creatives. */
const PICTURES: Record<string, Picture> = {
  'homepage-band': {
    name: 'The foot of the home page: a band across the whole page, below the supplier directory',
    ad: box(0, 455, 1440, 240),
    head: across(674, 40, 320) + across(MARGIN, 206, 110) + across(TEXT, 222, 190) + across(TEXT, 312, 150),
    text:
      lines(674, 84, 250, 2) +
      across(TEXT, 254, 330) +
      across(TEXT, 344, 330) +
      across(MARGIN, 432, 140) +
      [0, 1, 2, 3, 4].map((link) => across(TEXT + link * 150, 782, 100)).join('') +
      lines(TEXT, 826, 860, 1),
    rule: across(MARGIN, 170, END - MARGIN) + across(TEXT, 282, 908) + across(TEXT, 374, 908) + across(TEXT, 746, 908),
    fill: box(TEXT, 0, 224, 134),
    bob: true,
  },
  'in-article': {
    name: 'The text of an article: a picture between two paragraphs, as wide as the text',
    ad: box(TEXT, 248, 602, 401),
    head: across(TEXT, 40, 280) + across(MARGIN, 88, 180) + across(TEXT, 712, 340) + across(MARGIN, 764, 180),
    text:
      lines(TEXT, 88, 602, 4) +
      across(TEXT, 228, 130) +
      lines(MARGIN, 126, 220, 3) +
      lines(TEXT, 764, 602, 4) +
      lines(MARGIN, 802, 220, 3),
    rule: '',
    fill: '',
  },
  'field-brief': {
    name: 'The Field Brief email: a picture between two stories, as wide as the email',
    ad: box(TEXT, 440, 600, 200),
    head: across(440, 52, 180) + across(440, 130, 480) + across(440, 270, 520) + across(440, 800, 440),
    text:
      lines(440, 178, 560, 2) +
      lines(440, 318, 560, 2) +
      across(440, 418, 120) +
      lines(440, 678, 560, 2) +
      across(440, 850, 560),
    rule: across(TEXT, 92, 600) + across(TEXT, 384, 600) + across(TEXT, 748, 600),
    fill: box(0, 0, TEXT, HEIGHT) + box(TEXT + 600, 0, WIDTH - TEXT - 600, HEIGHT),
  },
  'directory-logo': {
    name: 'The supplier directory: a square picture at the end of a supplier’s row',
    ad: box(928, 421, 400, 400),
    head: across(TEXT, 40, 150) + across(TEXT, 156, 250) + across(TEXT, 330, 170) + across(TEXT, 406, 150),
    text: lines(TEXT, 208, 640, 3) + across(TEXT, 358, 270) + across(TEXT, 438, 340) + across(928, 402, 150),
    rule: across(TEXT, 104, 908) + across(TEXT, 302, 908) + across(TEXT, 378, 908) + across(TEXT, 846, 908),
    fill: '',
  },
};

/** A picture of the page around an ad, with the ad in the accent; null for a creative without one. */
export function placementPicture(creative: string): Html | null {
  const picture = PICTURES[creative];
  if (!picture) return null;
  const { name, ad, head, text, rule, fill, bob } = picture;
  const line = creative === 'field-brief' ? '' : `M${LINE} 0v${HEIGHT}`;
  return html`<svg class="where" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${name}"><path class="fill" d="${fill}"/><path class="rule" d="${rule}${line}"/><path class="text" d="${text}"/><path class="head" d="${head}"/><path class="here" d="${ad}${bob ? `M${LINE - 12} 850h24v12l-12 38l-12 -38z` : ''}"/></svg>`;
}
