/** How wide an ad is shown: the narrowest page on which it has the size of the catalog, in pixels, and what `sizes` says. */
export type AdSizes = { fullFrom: number; sizes: string };

/** By place, as style.css has it: the band is as wide as the page, the ad of an article stands in a ruled box. */
const SIZES: Record<string, AdSizes> = {
  'homepage-band': { fullFrom: 1440, sizes: '(min-width: 1440px) 1440px, 100vw' },
  'in-article': {
    fullFrom: 1258,
    sizes:
      '(min-width: 1258px) 1200px, (min-width: 60rem) calc(100vw - 58px), (min-width: 40rem) calc(100vw - 4.5rem - 26px), calc(100vw - 2.75rem - 26px)',
  },
};

/** What is known of a place on pages; null for creatives that have a size of their own everywhere. */
export function sizesOf(place: string): AdSizes | null {
  return SIZES[place] ?? null;
}
