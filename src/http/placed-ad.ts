import type { html } from 'hono/html';

/** The parts that other capabilities add to the home page. */
export type BesideHome = {
  /** The form for a newsletter, between the sections. */
  signUp?: ReturnType<typeof html>;
  /** Below the sections. */
  directory?: ReturnType<typeof html>;
  band?: PlacedAd;
  /** The sponsor of the issue, if the band does not name it. */
  sponsor?: string;
};

/** An accepted ad in its place, as plain data that can be sent to another thread. */
export type PlacedAd = {
  /** The label that the magazine sets, outside the picture. */
  label: string;
  /** The path of its picture on this site, and its display size in pixels. */
  picture: string;
  width: number;
  height: number;
  alt: string;
  /** The address that it links to. */
  url: string;
  /** The other widths of the picture, and the `sizes` attribute. */
  files?: readonly { path: string; width: number }[];
  sizes?: string;
  /** The sponsor of the issue, if the ad belongs to a sponsorship: readers see the name. */
  sponsor?: string;
  /** An ad of the magazine itself: nobody paid for its link. */
  isHouse?: true;
};
