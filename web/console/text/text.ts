import { en } from './en/index.ts'

/** All texts of the console. A translation is another object of this type. */
export const text: typeof en = en
