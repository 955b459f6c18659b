/**
 * The acts of the journal, each with the words that follow the name of the actor. The braces in the words hold the object of the act; a
 * page that has the name of the object shows that name instead. The keys are stored and hashed: never change one. Each capability adds its
 * acts in its `journal-acts.ts`, so that an act without words is a type error.
 */
// biome-ignore lint/suspicious/noEmptyInterface: capabilities add their acts by declaration merging
export interface JournalActs {}

export type JournalAct = keyof JournalActs & string;
