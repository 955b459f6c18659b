/** A picture of the library, as the server sends it to the scripts. */
export type PictureCard = {
  id: string;
  title: string;
  alt: string;
  credit: string;
  isAiMade: boolean;
  /** The last day it may be used. */
  endsOn: string | null;
  thumbnail: { src: string; width: number; height: number };
  /** Whether this person may change its texts, at least while no live article shows it. */
  mayDescribe: boolean;
  /** Whether this person may change its description in the library. */
  mayOpen: boolean;
};

/** A line of the response to an upload: its smallest size, then its end. */
export type UploadLine =
  | { first: PictureCard['thumbnail'] }
  | { picture: PictureCard; isNew: boolean }
  | { refused: { error: string; hint: string } };
