/** The link of every page to the overview for agents. */
export const OVERVIEW_LINK = '</llms.txt>; rel="describedby"; type="text/markdown"';
