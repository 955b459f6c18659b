// How common MCP clients connect: what they register, where they receive the code, and what they insist on. To add a client, add
// a row; client-profiles.test.ts takes each from the URL of the server to a tool call.

export type ClientProfile = {
  name: string;
  /** The address of its metadata document; null for a client that registers itself. */
  document: string | null;
  /** What it sends to the registration, or has in its document. */
  metadata: { client_name: string; redirect_uris: string[]; [more: string]: unknown };
  /** Where it receives the code. */
  redirectUri: string;
  /** Its first request to the MCP endpoint. After a 401 it follows `resource_metadata`, else it asks at the path of the endpoint. */
  first: 'HEAD' | 'POST';
  /** The `resource` of the metadata must be the URL of the endpoint, or a prefix of it. */
  resource: 'same' | 'prefix';
  /** The `resource` that it sends: as the metadata has it, the URL of the endpoint, or none. */
  sends: 'metadata' | 'endpoint' | 'nothing';
  /** The scopes that it asks for: those of the metadata, or none. */
  asksScopes: boolean;
  /** It refuses an answer whose `iss` is missing or another one (RFC 9207). */
  checksIssuer: boolean;
  /** The client as the editor sees it. */
  seenAs: string;
};

const PUBLIC = { token_endpoint_auth_method: 'none', response_types: ['code'] };
const GRANTS = { grant_types: ['authorization_code', 'refresh_token'] };

export const CLIENT_PROFILES: readonly ClientProfile[] = [
  {
    name: 'Claude.ai',
    document: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
    metadata: {
      client_name: 'Claude',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
      ...{ ...PUBLIC, ...GRANTS },
    },
    redirectUri: 'https://claude.ai/api/mcp/auth_callback',
    ...{ first: 'POST', resource: 'prefix', sends: 'endpoint', asksScopes: true, checksIssuer: true },
    seenAs: 'claude.ai',
  },
  {
    name: 'Claude Code',
    document: 'https://claude.ai/oauth/claude-code-client-metadata',
    metadata: {
      client_name: 'Claude Code',
      redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
      ...{ ...PUBLIC, ...GRANTS },
    },
    redirectUri: 'http://localhost:54545/callback',
    ...{ first: 'POST', resource: 'prefix', sends: 'metadata', asksScopes: true, checksIssuer: true },
    seenAs: 'An app on a computer',
  },
  {
    name: 'ChatGPT',
    document: 'https://chatgpt.com/oauth/client.json',
    metadata: {
      client_name: 'ChatGPT',
      redirect_uris: [
        'https://chatgpt.com/connector/oauth/9f2c',
        'https://chatgpt.com/connector_platform_oauth_redirect',
      ],
      ...{ ...PUBLIC, ...GRANTS },
    },
    redirectUri: 'https://chatgpt.com/connector/oauth/9f2c',
    ...{ first: 'POST', resource: 'prefix', sends: 'metadata', asksScopes: true, checksIssuer: false },
    seenAs: 'chatgpt.com',
  },
  {
    name: 'Cursor',
    document: null,
    metadata: {
      client_name: 'Cursor',
      redirect_uris: ['cursor://anysphere.cursor-mcp/oauth/callback', 'http://localhost:8787/callback'],
      ...{ ...PUBLIC, ...GRANTS },
    },
    redirectUri: 'cursor://anysphere.cursor-mcp/oauth/callback',
    ...{ first: 'POST', resource: 'prefix', sends: 'metadata', asksScopes: true, checksIssuer: false },
    seenAs: 'An app on a computer',
  },
  {
    name: 'VS Code',
    document: null,
    metadata: {
      client_name: 'Visual Studio Code',
      client_uri: 'https://code.visualstudio.com',
      redirect_uris: ['http://127.0.0.1/', 'http://127.0.0.1:33418/', 'https://vscode.dev/redirect'],
      ...{ ...PUBLIC, ...GRANTS, application_type: 'native' },
    },
    redirectUri: 'http://127.0.0.1:51833/',
    ...{ first: 'POST', resource: 'prefix', sends: 'metadata', asksScopes: true, checksIssuer: true },
    seenAs: 'An app on a computer',
  },
  {
    name: 'Gemini CLI',
    document: null,
    metadata: {
      client_name: 'Gemini CLI MCP Client',
      redirect_uris: ['http://localhost:7777/oauth/callback'],
      ...{ ...PUBLIC, ...GRANTS, scope: 'article:draft article:edit' },
    },
    redirectUri: 'http://localhost:7777/oauth/callback',
    ...{ first: 'HEAD', resource: 'same', sends: 'endpoint', asksScopes: true, checksIssuer: false },
    seenAs: 'An app on a computer',
  },
  {
    name: 'a client that sends only what OAuth 2.1 requires',
    document: null,
    metadata: { client_name: '', redirect_uris: ['http://[::1]/'] },
    redirectUri: 'http://[::1]:4711/',
    ...{ first: 'POST', resource: 'prefix', sends: 'nothing', asksScopes: false, checksIssuer: false },
    seenAs: 'An app on a computer',
  },
];
