import { Failure } from './failure.ts';

/** The roles that a chief can give. */
export const ROLES = ['chief', 'editor', 'writer', 'ad sales'] as const;
export type Role = (typeof ROLES)[number];

export const SCOPES = ['article:draft', 'article:edit'] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * A signed-in member. Somebody with the role `ad sales` is a `writer` with `sellsAds`, so that code that does not check the flag gives them
 * the fewest rights.
 */
export type Member = { kind: 'editor'; id: string; name: string; role: Exclude<Role, 'ad sales'>; sellsAds?: true };

/** An agent with access. `editorId` and `editorName` are those of the editor who approved it. */
export type Agent = {
  kind: 'agent';
  id: string;
  claimId: string;
  editorId: string;
  editorName: string;
  scopes: readonly Scope[];
  /** The sections it may write for; absent means every section. */
  sections?: readonly string[];
  /** The verified host of the app it runs in: empty for an app on a computer, absent when it came without OAuth. */
  clientHost?: string;
};

/**
 * No person and no agent: the server, the command line, or an import. All have the kind `house`, which stored rows have
 * had from the start; the id and the name tell them apart.
 */
export type SystemActor = { kind: 'house'; id: 'system' | 'cli' | 'import'; name: string };

export type Actor = Member | Agent | SystemActor;

/** A reader of a preview link, under the name they typed. They may comment on that preview and do nothing else. */
export type Guest = { kind: 'guest'; id: string; name: string };

/**
 * Somebody without an account who orders an ad, by the public form or by the link of one order. They may do on that order what
 * the form or the link offers, and nothing else.
 */
export type Advertiser = { kind: 'advertiser'; id: string; name: string };

/** Signs automatic acts of the server: scheduled jobs, agent access requests, source checks, the sample articles. */
export const SYSTEM: SystemActor = { kind: 'house', id: 'system', name: 'The server' };

/** Signs the acts of the command line. */
export const CLI: SystemActor = { kind: 'house', id: 'cli', name: 'The command line' };

/** Signs the articles that an import files. */
export const IMPORT: SystemActor = { kind: 'house', id: 'import', name: 'Import' };

/** Whether the actor may publish, approve claims and see every draft: editors, chiefs, the server and the command line. */
export function isEditorial(actor: Actor): boolean {
  return actor.kind === 'house' || (actor.kind === 'editor' && actor.role !== 'writer');
}

/** @throws forbidden unless `isEditorial`. Agents never pass, whatever their scopes. */
export function requireEditorial(actor: Actor, act: string): void {
  if (isEditorial(actor)) return;
  throw new Failure('forbidden', `Only an editor may ${act}.`, { hint: 'Ask an editor or a chief.' });
}

/** The role of a member as people see it. */
export function roleOf({ role, sellsAds }: Pick<Member, 'role' | 'sellsAds'>): Role {
  return sellsAds ? 'ad sales' : role;
}

/** The role in a sentence, such as “an editor”. */
export function withArticle(role: Role): string {
  return role === 'ad sales' ? 'a member of ad sales' : `${role === 'editor' ? 'an' : 'a'} ${role}`;
}

/** Whether the actor works at the ad desk: everybody who is editorial, and ad sales. */
export function isAdDesk(actor: Actor): boolean {
  return isEditorial(actor) || (actor.kind === 'editor' && actor.sellsAds === true);
}

/** @throws forbidden unless `isAdDesk`. Agents never pass. */
export function requireAdDesk(actor: Actor, act: string): void {
  if (isAdDesk(actor)) return;
  throw new Failure('forbidden', `Only an editor or ad sales may ${act}.`, { hint: 'Ask an editor or a chief.' });
}

/** @throws forbidden unless the actor is a chief, the server or the command line. */
export function requireChief(actor: Actor, act: string): void {
  if (actor.kind === 'house' || (actor.kind === 'editor' && actor.role === 'chief')) return;
  throw new Failure('forbidden', `Only a chief may ${act}.`, { hint: 'Ask a chief.' });
}

/** The name shown next to an act. For an agent it names the editor who approved it. */
export function nameOf(actor: Actor | Guest | Advertiser): string {
  return actor.kind === 'agent' ? agentName(actor.editorName) : actor.name;
}

/** The name of an agent that this editor approved. */
function agentName(editorName: string): string {
  return LET_IN_BY + editorName;
}

/** The editor's name from an agent's name as `nameOf` writes it. */
export function letInBy(name: string): string {
  return name.slice(LET_IN_BY.length);
}

/** An agent in words, by the `clientHost` of its revision or claim. */
export function agentWords(clientHost: string | null): string {
  if (clientHost === null) return 'an agent';
  return clientHost === '' ? 'an agent in an app on a computer' : `an agent from ${clientHost}`;
}

/** The name of an agent, as `nameOf` writes it, with its app. */
export function withApp(name: string, clientHost: string | null): string {
  return clientHost === null
    ? name
    : `${name}, ${clientHost === '' ? 'in an app on a computer' : `from ${clientHost}`}`;
}

const LET_IN_BY = 'Agent let in by ';
