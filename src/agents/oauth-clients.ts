import * as z from 'zod';
import { decryptSecret, encryptSecret } from '#core/secret.ts';

// OAuth clients: who they are, and to which addresses the browser may carry an authorization code. A client is known by its
// metadata document, or by a client id that this server sealed when the client registered; nothing about it is stored.

/** What a client asked for at `/oauth/authorize`, stored with its claim. */
export type AuthorizationRequest = {
  clientId: string;
  /** The name that the client gives itself. */
  clientName: string;
  /** The host that was verified for the client; null for an app on a computer. */
  host: string | null;
  redirectUri: string;
  /** The PKCE challenge, by S256 (RFC 7636, 4.2). */
  challenge: string;
  state: string | null;
  /** The scopes, separated by spaces. */
  scope: string;
  /** The resources that the token is for (RFC 8707, 2). */
  resources: readonly string[];
  /** The hash of the secret in a cookie of the browser that opened the request. */
  browserHash: string;
  /** The code that an editor types, encrypted. */
  userCode: string;
};

/** A client with the redirect URIs it registered. */
export type OAuthClient = { id: string; name: string; redirectUris: readonly string[] };

/** Why a registration is refused (RFC 7591, 3.2.2). */
export class RegistrationError extends Error {
  readonly code: 'invalid_redirect_uri' | 'invalid_client_metadata';

  constructor(code: RegistrationError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const MOST_URIS = 10;
const LONGEST_URI = 500;
const LONGEST_NAME = 100;
/** A sealed client id travels in the query of an address. */
const LONGEST_ID = 4000;
const PREFIX = 'pl_client_';
const ABOUT = 'oauth client';

/** The fields of client metadata that count here (RFC 7591, 2); others are ignored. */
const metadataSchema = z.object({
  redirect_uris: z.array(z.string()).min(1).max(MOST_URIS),
  client_name: z.string().max(1000).nullish(),
});

/**
 * The client that a metadata document or a registration describes.
 * @throws RegistrationError
 */
export function readClient(id: string, metadata: unknown): OAuthClient {
  const read = metadataSchema.safeParse(metadata);
  if (!read.success) {
    const [issue] = read.error.issues;
    const field = issue?.path.join('.') || 'The metadata';
    const code = issue?.path[0] === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata';
    throw new RegistrationError(code, `${field}: ${issue?.message ?? 'is not valid'}`);
  }
  const { redirect_uris: redirectUris, client_name: name } = read.data;
  for (const uri of redirectUris) requireRedirectUri(uri);
  return { id, name: printable(name ?? '').slice(0, LONGEST_NAME), redirectUris };
}

/** Seals a registered client into its client id. @throws RegistrationError */
export function sealClient(key: Uint8Array, metadata: unknown): OAuthClient {
  const { name, redirectUris } = readClient('', metadata);
  const id = PREFIX + encryptSecret(key, ABOUT, Buffer.from(JSON.stringify({ name, redirectUris })));
  if (id.length > LONGEST_ID)
    throw new RegistrationError('invalid_client_metadata', 'The redirect URIs are too long together.');
  return { id, name, redirectUris };
}

/** The client in a sealed client id; null when this server did not seal it. */
export function unsealClient(key: Uint8Array, id: string): OAuthClient | null {
  if (!id.startsWith(PREFIX) || id.length > LONGEST_ID) return null;
  try {
    const sealed = decryptSecret(key, ABOUT, id.slice(PREFIX.length)).toString();
    return { id, ...(JSON.parse(sealed) as Omit<OAuthClient, 'id'>) };
  } catch {
    return null;
  }
}

/**
 * Apps without a domain in their scheme that clients of MCP are known to use. Any other scheme has to be a domain in reverse
 * order (RFC 8252, 8.4): schemes such as `ms-word:` or `search-ms:` start programs of the computer with what a stranger wrote.
 */
const APP_SCHEMES: ReadonlySet<string> = new Set([
  'claude',
  'cursor',
  'goose',
  'kiro',
  'raycast',
  'trae',
  'vscode',
  'vscode-insiders',
  'vscodium',
  'warp',
  'windsurf',
  'zed',
]);
const APP_URI = /^([a-z][a-z0-9-]{1,40}):\/\/[^/]/;
const REVERSE_DOMAIN_URI = /^[a-z][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*)+:\/{1,2}[^/]/;
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::(\d{1,5}))?(\/.*)?$/;

/**
 * Requires an address to which a browser may carry a code: https, plain http on the loopback (RFC 8252, 7.3), or the scheme of
 * an app (RFC 8252, 7.1).
 * @throws RegistrationError invalid_redirect_uri
 */
function requireRedirectUri(uri: string): void {
  const url = URL.parse(uri);
  const isPlain = /^[\x21-\x7e]{1,500}$/.test(uri) && !/[\\"<>^`{|}#]/.test(uri);
  if (!url || !isPlain || uri.length > LONGEST_URI || url.username || url.password)
    throw new RegistrationError(
      'invalid_redirect_uri',
      'A redirect URI must be an absolute address in ASCII, of at most 500 characters, without user name and fragment.',
    );
  if (!hasAllowedScheme(uri, url))
    throw new RegistrationError(
      'invalid_redirect_uri',
      'A redirect URI must begin with https://, with http:// and a loopback host, or with the scheme of an app: a domain in reverse order, such as com.example.app:/callback.',
    );
}

function hasAllowedScheme(uri: string, { protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return uri.startsWith('https://') && hostname !== '';
  return isLoopbackUri(uri) || REVERSE_DOMAIN_URI.test(uri) || APP_SCHEMES.has(APP_URI.exec(uri)?.[1] ?? '');
}

/** Whether a redirect URI leads to a program on the computer of the browser. */
export function isLoopbackUri(uri: string): boolean {
  return LOOPBACK.test(uri);
}

/** Whether the client registered this redirect URI: the same text; on the loopback any port (RFC 8252, 7.3). */
export function isRegistered({ redirectUris }: OAuthClient, uri: string): boolean {
  return redirectUris.includes(uri) || redirectUris.some((registered) => isSameLoopback(registered, uri));
}

function isSameLoopback(registered: string, uri: string): boolean {
  const [, host, , path = ''] = LOOPBACK.exec(registered) ?? [];
  const [, otherHost, port = '0', otherPath = ''] = LOOPBACK.exec(uri) ?? [];
  return host !== undefined && host === otherHost && path === otherPath && Number(port) <= 65_535;
}

/**
 * The host that answers for the client: that of its metadata document, else that of its redirect URI. Null for an app on a
 * computer, which nothing identifies.
 */
export function verifiedHost({ id }: OAuthClient, redirectUri: string): string | null {
  if (!redirectUri.startsWith('https://')) return null;
  return URL.parse(id.startsWith('https://') ? id : redirectUri)?.host ?? null;
}

/** Parses the stored request of a claim. */
export function readOAuth(stored: string | null): AuthorizationRequest | null {
  return stored === null ? null : (JSON.parse(stored) as AuthorizationRequest);
}

/** Without control characters and characters that change the direction of text. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ').trim();
}
