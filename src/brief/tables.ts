import type { StoredTable } from '#db/schema/stored-table.ts';

export const tables: readonly StoredTable[] = [
  { name: 'subscriber', key: ['id'] },
  { name: 'suppression', key: ['address_hmac'] },
  { name: 'subscriber_event', key: ['seq'], isNumbered: true, refersTo: ['subscriber'] },
  { name: 'bounce', key: ['seq'], isNumbered: true, refersTo: ['subscriber'] },
  { name: 'subscriber_link', key: ['link_hash'], refersTo: ['subscriber'] },
  { name: 'subscriber_email', key: ['id'] },
  { name: 'brief', key: ['day'] },
  { name: 'brief_revision', key: ['brief_day', 'number'], onlyGrows: true, refersTo: ['brief'] },
  { name: 'brief_settlement', key: ['id'], refersTo: ['brief'] },
  { name: 'brief_send', key: ['brief_day'], refersTo: ['brief'] },
  { name: 'brief_delivery', key: ['brief_day', 'subscriber_id'], refersTo: ['brief_send', 'subscriber'] },
];
