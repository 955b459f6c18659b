import type { Publication } from '../../config.ts';

// How an agent gets access to drafts. Documents for agents take the ways and their words from here.

export type WayIn = {
  /** The heading, and the same as the beginning of a sentence. */
  title: string;
  /** Who takes this way. */
  forWhom: string;
  /** What to do, in Markdown without links. */
  text: string;
  /** The metadata of its authorization server. */
  metadata: string;
};

/** Both ways, that of ordinary MCP clients first. In each an editor decides, and no token can publish. */
export function waysIn({ baseUrl: base }: Publication): readonly [signIn: WayIn, code: WayIn] {
  return [
    {
      title: 'Sign-in of an MCP client',
      forWhom: 'MCP clients that sign in (OAuth)',
      text: `Add \`${base}/api/mcp\` as an MCP server. The client opens a page of this site with a code. An editor enters the code at \`${base}/agent/claim\`, on any computer, or approves on that page.`,
      metadata: `${base}/.well-known/oauth-authorization-server/oauth`,
    },
    {
      title: 'Code without a browser',
      forWhom: 'programs, and agents that can send HTTP requests',
      text: `Send a request to \`POST ${base}/api/agent/identity\`, show the \`user_code\` to the editor who started you, poll \`POST ${base}/api/agent/token\`. \`${base}/auth.md\` has the steps, and the program \`${base}/clients/plumbline-agent.tgz\` does them.`,
      metadata: `${base}/.well-known/oauth-authorization-server`,
    },
  ];
}

/** Both ways in a phrase, for the description of a token: "by sign-in (…) or by a code (…)". */
export function namesOfWays(publication: Publication): string {
  const [signIn, code] = waysIn(publication);
  return `by the sign-in of an MCP client (${signIn.metadata}) or by a code (${publication.baseUrl}/auth.md; ${code.metadata})`;
}
