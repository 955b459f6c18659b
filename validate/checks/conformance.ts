import type { Check } from '../check.ts';
import { type Change, withProxy } from '../proxy.ts';
import { type Ran, requirePassed, requireRefused, runTool } from '../run.ts';

const tool = 'MCP conformance';

/** What of the suite is meant for a server of tools alone, without sessions and behind a bearer. */
const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'];

/** The protocol's own suite. It knows of no bearer, so a proxy adds one; without it no scenario may pass. */
export const conformance: readonly Check[] = [
  ...SCENARIOS.flatMap(played),
  {
    tool,
    subject: 'dns-rebinding-protection fails where Host and Origin are hidden',
    run: async ({ baseUrl, letIn }) => {
      const authorization = `Bearer ${await letIn()}`;
      const { host } = new URL(baseUrl);
      const hide: Change = ({ origin: _, ...headers }) => ({ ...headers, host, authorization });
      return withProxy(baseUrl, hide, async (address) =>
        requireRefused(await play('dns-rebinding-protection', address), /Expected HTTP 4xx/),
      );
    },
  },
];

function played(scenario: string): Check[] {
  return [
    {
      tool,
      subject: scenario,
      run: async ({ baseUrl, letIn }) => {
        const authorization = `Bearer ${await letIn()}`;
        return withProxy(
          baseUrl,
          (headers) => ({ ...headers, authorization }),
          async (address) => requirePassed(await play(scenario, address)),
        );
      },
    },
    {
      tool,
      subject: `${scenario} fails without a bearer`,
      run: async ({ baseUrl }) => requireRefused(await play(scenario, baseUrl), /401|unauthorized/i),
    },
  ];
}

function play(scenario: string, address: string): Promise<Ran> {
  return runTool('conformance', ['server', '--url', `${address}/api/mcp`, '--scenario', scenario]);
}
