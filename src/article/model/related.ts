/** How many articles follow an article at its end. */
export const MOST_RELATED = 3;
