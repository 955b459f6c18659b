import type { StoredTable } from '#db/schema/stored-table.ts';

export const tables: readonly StoredTable[] = [
  { name: 'advertiser', key: ['id'] },
  { name: 'ad_order', key: ['id'], refersTo: ['advertiser'] },
  { name: 'creative', key: ['id'], refersTo: ['ad_order'] },
  { name: 'ad_category', key: ['issue', 'category'] },
  { name: 'ad_slot', key: ['place', 'day', 'lane'], refersTo: ['ad_category', 'ad_order', 'advertiser'] },
  { name: 'ad_hold', key: ['place', 'day'], refersTo: ['ad_order'] },
  { name: 'ad_link', key: ['id'], refersTo: ['ad_order'] },
  { name: 'ad_run', key: ['order_id', 'place'], refersTo: ['ad_order'] },
  { name: 'invoice_series', key: ['year'] },
  { name: 'invoice', key: ['number'], refersTo: ['ad_order'] },
  { name: 'invoice_reminder', key: ['invoice_number', 'nth'], refersTo: ['invoice'] },
  { name: 'credit_note_series', key: ['year'] },
  { name: 'credit_note', key: ['number'], refersTo: ['ad_order', 'invoice'] },
  { name: 'insertion_order_series', key: ['year'] },
  { name: 'insertion_order', key: ['number'], refersTo: ['ad_order'] },
  { name: 'field_brief_send', key: ['day'], onlyGrows: true, refersTo: ['ad_order'] },
  { name: 'supplier', key: ['id'], refersTo: ['ad_order'] },
  { name: 'house_ad', key: ['id'] },
];
