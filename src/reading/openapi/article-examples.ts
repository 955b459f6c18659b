import { EXAMPLE_TIME, exampleSource } from '#article/pages/example-article.ts';
import type { ExampleArticle } from '#http/api-description.ts';
import type { Publication } from '#runtime/config/config.ts';

const figure = {
  text: 'six weeks',
  field: 'body',
  block: 'b1',
  occurrence: 1,
  sentence: 'The crew ran the machine for six weeks on a *live* slab and wrote down every stop.',
  settlement: 'sourced',
  class: null,
  source: exampleSource,
  locator: 'Page 1, dates',
  quote: 'from 2 June to 14 July',
  said: null,
  computedFrom: null,
  signed: null,
  settledAt: EXAMPLE_TIME,
};

const numberEvidence = {
  ...{ text: figure.text, block: figure.block, sentence: 0, settlement: figure.settlement },
  ...{ source: 0, locator: figure.locator, quote: figure.quote, unfound: 'not_opened' },
};

const series = {
  slug: 'six-weeks-with-a-robot',
  name: 'Six weeks with a robot',
  description: 'A layout robot on one slab, from the first line to the last.',
};

/** Examples of published data. */
export function articleExamples({ baseUrl: base, name, description }: Publication, article: ExampleArticle) {
  return {
    Desk: article.section,
    PublicArticle: article,
    ArticleIndex: { articles: [article], nextCursor: null },
    ArchiveMark: {
      name: 'The Site Record',
      url: 'https://record.example/',
      publishedAt: '2015-03-04T08:30:00.000Z',
      notice:
        'From the archive of The Site Record, published there 4 March 2015. Its figures were not settled by this magazine.',
    },
    EvidenceFigure: figure,
    NumberEvidence: numberEvidence,
    Evidence: {
      url: article.url,
      section: article.section,
      slug: article.slug,
      revision: 2,
      counts: { figures: 1, open: 0, sourced: 1, found: 0, computed: 0, quoted: 0, signed: 0, exempt: 0 },
      sources: [exampleSource],
      sentences: [figure.sentence],
      figures: [numberEvidence],
      method: `${base}/method`,
    },
    ArchiveIndex: { months: [{ month: '2026-09', articles: 12, url: `${base}/archive/2026-09` }] },
    TagIndex: { tags: [{ slug: 'layout', name: 'Layout', articles: 3, url: `${base}/tags/layout` }] },
    Related: {
      url: article.url,
      section: article.section,
      slug: article.slug,
      chosen: true,
      series: null,
      related: [article],
    },
    SeriesIndex: { series: [{ ...series, url: `${base}/series/${series.slug}`, parts: 3 }] },
    Series: { ...series, url: `${base}/series/${series.slug}`, articles: [article] },
    Front: { articles: [article], description, name, openapi: `${base}/openapi.json` },
    Source: exampleSource,
  };
}
