import { type ExpressionWrapper, expressionBuilder, type SqlBool } from 'kysely';
import type { Tables } from '#db/schema/tables.ts';

/** Whether a claim gives access at a time: it can be renewed or redeemed, or one of its tokens is valid. */
export function hasAccess(at: string): ExpressionWrapper<Tables, 'claim', SqlBool> {
  const is = expressionBuilder<Tables, 'claim'>();
  return is.or([
    is('claim.renew_until', '>', at),
    is.and([is('claim.status', '=', 'claimed'), is('claim.expires_at', '>', at)]),
    is('claim.id', 'in', (from) =>
      from.selectFrom('access_token').select('claim_id').where('expires_at', '>', at).where('revoked_at', 'is', null),
    ),
  ]);
}
