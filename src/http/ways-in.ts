import type { Publication } from '#runtime/config/config.ts';

// How an agent gets access to drafts. Documents for agents take the ways and their words from here.

export type WayIn = {
  /** Who takes this way, after "For". */
  forWhom: string;
  /** The way in one clause. */
  clause: string;
  /** The steps, in Markdown without links. */
  text: string;
  /** The address of the metadata of its authorization server. */
  metadata: string;
};

/** Both ways, that of ordinary MCP clients first. In each an editor decides, and no token can publish. */
export function waysIn({ baseUrl: base }: Publication): readonly [signIn: WayIn, code: WayIn] {
  return [
    {
      forWhom: 'MCP clients that sign in (OAuth)',
      clause: 'an MCP client signs in by OAuth',
      text: `Add \`${base}/api/mcp\` as an MCP server. The client opens a page of this site with a code. An editor enters the code at \`/agent/claim\` of this site, on any computer, or approves on that page.`,
      metadata: `${base}/.well-known/oauth-authorization-server/oauth`,
    },
    {
      forWhom: 'programs, and agents that can send HTTP requests',
      clause: 'a program asks for a code',
      text: `Send a request to \`POST ${base}/api/agent/identity\`, show the \`user_code\` to the editor who started you, poll \`POST ${base}/api/agent/token\`. \`${base}/auth.md\` has the steps.`,
      metadata: `${base}/.well-known/oauth-authorization-server`,
    },
  ];
}

/** Both ways in one clause, with the address of the page that explains them. */
export function nameWays(publication: Publication): string {
  const [signIn, code] = waysIn(publication);
  return `${signIn.clause}, or ${code.clause} (${publication.baseUrl}/agents)`;
}
