import type { Tables } from './tables.ts';

/** A table with data: its primary key, and whether the database numbers its rows, or it is append-only. */
export type DataTable = {
  name: keyof Tables;
  key: readonly string[];
  isNumbered?: true;
  onlyGrows?: true;
  /** Tables whose rows its own refer to: they are filled first. */
  refersTo?: readonly (keyof Tables)[];
};

/** A table made from the data of others, or with data that is valid only for a minute. `onlyIn`: the kind of database that has it. */
export type DerivedTable = { name: string; isDerived: true; onlyIn?: 'sqlite' };

/** A table as its part of the service declares it, for backups. */
export type StoredTable = DataTable | DerivedTable;
