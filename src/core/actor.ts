import { Failure } from './failure.ts';

export const ROLES = ['chief', 'editor', 'writer'] as const;
export type Role = (typeof ROLES)[number];

export const SCOPES = ['article:draft', 'article:edit'] as const;
export type Scope = (typeof SCOPES)[number];

/** Somebody of the masthead, signed in. */
export type Member = { kind: 'editor'; id: string; name: string; role: Role };

/** A program an editor let in. `editorId` and `editorName` are those of the editor. */
export type Agent = {
  kind: 'agent';
  id: string;
  claimId: string;
  editorId: string;
  editorName: string;
  scopes: readonly Scope[];
  /** The desks it may write for, where the editor named some. */
  desks?: readonly string[];
};

/** The house itself: the command line and the first start. */
export type House = { kind: 'house'; id: 'house'; name: string };

export type Actor = Member | Agent | House;

/** Whoever a preview link was given to, by the name they typed: they may remark on that preview, and nothing else. */
export type Guest = { kind: 'guest'; id: string; name: string };

export const HOUSE: House = { kind: 'house', id: 'house', name: 'The command line' };

/** Whether this is an editor or a chief: who may publish, approve claims and see every draft. */
export function isEditorial(actor: Actor): boolean {
  return actor.kind === 'house' || (actor.kind === 'editor' && actor.role !== 'writer');
}

/** @throws forbidden unless the actor is an editor, a chief or the house. Agents never are, whatever their scopes. */
export function requireEditorial(actor: Actor, act: string): void {
  if (isEditorial(actor)) return;
  throw new Failure('forbidden', `Only an editor may ${act}.`, { hint: 'Ask an editor or a chief of the masthead.' });
}

/** @throws forbidden unless the actor is a chief or the house. */
export function requireChief(actor: Actor, act: string): void {
  if (actor.kind === 'house' || (actor.kind === 'editor' && actor.role === 'chief')) return;
  throw new Failure('forbidden', `Only a chief may ${act}.`, { hint: 'Ask a chief of the masthead.' });
}

/** The name shown beside what the actor did. */
export function nameOf(actor: Actor | Guest): string {
  return actor.kind === 'agent' ? LET_IN_BY + actor.editorName : actor.name;
}

/** Who let the agent in whose name `nameOf` gave. */
export function letInBy(name: string): string {
  return name.slice(LET_IN_BY.length);
}

const LET_IN_BY = 'Agent let in by ';
