import type { Database } from '#db/database.ts';
import { serialKey, tableEnd } from '#db/schema/dialect.ts';

/** Access of agents: claims, tokens and calls. */
export function agentTables(kind: Database['kind']): string[] {
  const end = tableEnd(kind);
  const serial = serialKey(kind);
  return [
    `create table claim (
      id text primary key, claim_token_hash text not null unique, user_code_hmac text not null,
      status text not null check (status in ('pending', 'claimed', 'redeemed', 'denied')), login_hint text,
      address text not null, program text not null, created_at text not null, expires_at text not null,
      last_polled_at text, decided_by text references editor (id), decided_at text, redeemed_at text,
      desks text, draft_only integer not null default 0, renew_until text, ended_at text, oauth text,
      client_host text, code_hash text, code_expires_at text, refresh_hash text ${end}`,
    `create index claim_code on claim (user_code_hmac, expires_at)`,
    `create index claim_alive on claim (status, expires_at)`,
    `create index claim_decided on claim (decided_at, id) where decided_at is not null`,
    `create unique index claim_authorization_code on claim (code_hash) where code_hash is not null`,

    `create table access_token (
      id text primary key, token_hash text not null unique, claim_id text not null references claim (id),
      editor_id text not null references editor (id), scopes text not null, resource text not null,
      created_at text not null, expires_at text not null, used_at text, revoked_at text ${end}`,
    `create index access_token_editor on access_token (editor_id, expires_at)`,
    `create index access_token_claim on access_token (claim_id)`,
    `create index access_token_alive on access_token (expires_at)`,

    `create table agent_call (
      seq ${serial}, claim_id text not null references claim (id), at text not null, name text not null,
      article_id text, outcome text not null ${end}`,
    `create index agent_call_claim on agent_call (claim_id, seq)`,
  ];
}
