import type { Check } from '../check.ts';
import { type Change, withProxy } from '../proxy.ts';
import { type Ran, requirePassed, requireRefused, runTool } from '../run.ts';

const tool = 'MCP conformance';

/** The scenarios for a server that offers only tools, without sessions, and needs a bearer token. */
const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'];

/** The conformance suite of the MCP project. It sends no bearer token, so a proxy adds one; without the token every scenario must fail. */
export const conformance: readonly Check[] = [
  ...SCENARIOS.flatMap(checksOf),
  {
    tool,
    subject: 'dns-rebinding-protection fails where Host and Origin are hidden',
    run: async ({ baseUrl, requestToken }) => {
      const authorization = `Bearer ${await requestToken()}`;
      const { host } = new URL(baseUrl);
      const hide: Change = ({ origin: _, ...headers }) => ({ ...headers, host, authorization });
      return withProxy(baseUrl, hide, async (address) =>
        requireRefused(await runScenario('dns-rebinding-protection', address), /Expected HTTP 4xx/),
      );
    },
  },
];

function checksOf(scenario: string): Check[] {
  return [
    {
      tool,
      subject: scenario,
      run: async ({ baseUrl, requestToken }) => {
        const authorization = `Bearer ${await requestToken()}`;
        return withProxy(
          baseUrl,
          (headers) => ({ ...headers, authorization }),
          async (address) => requirePassed(await runScenario(scenario, address)),
        );
      },
    },
    {
      tool,
      subject: `${scenario} fails without a token`,
      run: async ({ baseUrl }) => requireRefused(await runScenario(scenario, baseUrl), /401|unauthorized/i),
    },
  ];
}

function runScenario(scenario: string, address: string): Promise<Ran> {
  return runTool('conformance', ['server', '--url', `${address}/api/mcp`, '--scenario', scenario]);
}
