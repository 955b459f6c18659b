import type { Check } from '../check.ts';
import { type Change, withProxy } from '../proxy.ts';
import { type Ran, requirePassed, requireRefused, runTool } from '../run.ts';

const tool = 'MCP conformance';

/** The scenarios for a server that offers only tools, without sessions. */
const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'];

/**
 * The conformance suite of the MCP project. It sends no bearer token, so a proxy adds one for `/api/mcp`; without the token every
 * scenario must fail. `/mcp` needs none; there each must fail at an address that has no MCP server.
 */
export const conformance: readonly Check[] = [
  ...SCENARIOS.flatMap(checksOf),
  ...SCENARIOS.flatMap(publicChecksOf),
  {
    tool,
    subject: 'dns-rebinding-protection at /mcp fails where Host is hidden',
    run: async ({ baseUrl }) => {
      const { host } = new URL(baseUrl);
      return withProxy(
        baseUrl,
        (headers) => ({ ...headers, host }),
        async (address) =>
          requireRefused(await runScenario('dns-rebinding-protection', `${address}/mcp`), /Expected HTTP 4xx/),
      );
    },
  },
  {
    tool,
    subject: 'dns-rebinding-protection fails where Host and Origin are hidden',
    run: async ({ baseUrl, requestToken }) => {
      const authorization = `Bearer ${await requestToken()}`;
      const { host } = new URL(baseUrl);
      const hide: Change = ({ origin: _, ...headers }) => ({ ...headers, host, authorization });
      return withProxy(baseUrl, hide, async (address) =>
        requireRefused(await runScenario('dns-rebinding-protection', `${address}/api/mcp`), /Expected HTTP 4xx/),
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
          async (address) => requirePassed(await runScenario(scenario, `${address}/api/mcp`)),
        );
      },
    },
    {
      tool,
      subject: `${scenario} fails without a token`,
      run: async ({ baseUrl }) =>
        requireRefused(await runScenario(scenario, `${baseUrl}/api/mcp`), /401|unauthorized/i),
    },
  ];
}

function publicChecksOf(scenario: string): Check[] {
  return [
    {
      tool,
      subject: `${scenario} at /mcp`,
      run: async ({ baseUrl }) => requirePassed(await runScenario(scenario, `${baseUrl}/mcp`)),
    },
    {
      tool,
      subject: `${scenario} fails where no MCP server is`,
      run: async ({ baseUrl }) =>
        requireRefused(await runScenario(scenario, `${baseUrl}/about`), /405|method_not_allowed/i),
    },
  ];
}

function runScenario(scenario: string, url: string): Promise<Ran> {
  return runTool('conformance', ['server', '--url', url, '--scenario', scenario]);
}
